import type { EngineOptions } from "../engine.ts";
import { MAX_BODY_BYTES } from "../protocol/http/body.ts";
import type { BrowserAccess } from "../protocol/http/browser-guard.ts";
import type { Restrictions } from "../protocol/restrictions.ts";
import { FlagError, FlagReader, flagValues, wholeNumber } from "./flag-values.ts";
import { browserFlags } from "./browser-flags.ts";
import { logFlags, traceFlags } from "./observing-flags.ts";
import { rateLimitOptions } from "./rate-limit-flags.ts";
import { restrictableNames, restrictionFlags, wantsControlSecret } from "./restriction-flags.ts";

export interface Endpoint {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

export interface ServeOptions {
  readonly engine: Omit<EngineOptions, "version" | "log" | "clock">;
  /** Undefined: not served. */
  readonly grpc: Endpoint | undefined;
  readonly http: Endpoint | undefined;
  readonly metrics: Endpoint | undefined;
  readonly restrictions: { readonly http: Restrictions; readonly grpc: Restrictions };
  /** Of HTTP and metrics. */
  readonly browsers: BrowserAccess;
  readonly grpcMaxMessageBytes: number;
  /** Of one request, decompressed. */
  readonly httpMaxBodyBytes: number;
  /** Name in the server's metadata. */
  readonly serverId: string | undefined;
  /** End when a model cannot be loaded at the start. */
  readonly exitOnError: boolean;
  /** Seconds that requests under way may take when the server stops. */
  readonly exitTimeoutSeconds: number;
}

/** tritonserver's names; [flag, what its help says]. A group's first line is its heading. */
const FLAGS: readonly [string, string][] = [
  ["model-repository=DIR", "directory that holds one directory for each model; required"],
  ["model-control-mode=MODE", "none, poll or explicit (default none)"],
  ["load-model=NAME", "explicit mode: load at the start; repeatable, * for all"],
  ["repository-poll-secs=N", "poll mode: seconds between looks at the repository (default 15)"],
  ["disable-auto-complete-config", "do not complete configurations from model files"],
  ["strict-readiness=BOOL", "ready only while every model is ready (default true)"],
  ["exit-on-error=BOOL", "end when a model fails to load at the start (default true)"],
  ["exit-timeout-secs=N", "seconds requests may take when stopping (default 30)"],
  ["cache-config=local,size=BYTES", "response cache of so many bytes (default none)"],
  ["response-cache-byte-size=BYTES", "the same, under its older name"],
  [
    "backend-config=onnxruntime,default-max-batch-size=N",
    "for models that can batch and whose configuration names no batch size (default 4)",
  ],
  ["rate-limit=MODE", "off, or execution_count: instances wait for resources (default off)"],
  [
    "rate-limit-resource=NAME:COUNT:DEVICE",
    "how much there is of it; without a device on each, or global (default what the neediest needs)",
  ],
  ["id=NAME", "name in the server's metadata"],
  ["allow-http=BOOL", "serve HTTP (default true)"],
  ["http-address=HOST", "(default 127.0.0.1; tritonserver's is 0.0.0.0)"],
  ["http-port=N", "0 for any free one (default 8000)"],
  ["http-max-input-size=N", "most bytes of a request's body (default 67108864)"],
  [
    "http-restricted-api=APIS:KEY=VALUE",
    `needs the header KEY with VALUE for some of ${restrictableNames}; repeatable`,
  ],
  [
    "http-allowed-origin=ORIGIN",
    "web pages that may send requests, e.g. https://app.example; repeatable, * for all (default none)",
  ],
  [
    "http-allowed-host=NAME",
    "a further name of this server, of HTTP and metrics; repeatable, * for any (default: loopback's names on loopback, else any)",
  ],
  ["allow-grpc=BOOL", "serve gRPC (default true)"],
  ["grpc-address=HOST", "(default 127.0.0.1; tritonserver's is 0.0.0.0)"],
  ["grpc-port=N", "0 for any free one (default 8001)"],
  ["grpc-max-message-bytes=N", "largest gRPC request (default 1073741824, at most 2147483647)"],
  [
    "grpc-restricted-protocol=PROTOCOLS:KEY=VALUE",
    "the same over gRPC; the header is triton-grpc-protocol-KEY; repeatable",
  ],
  [
    "control-secret=stdin",
    "loads, unloads, settings and telemetry need the header batchdeck-control (over gRPC: triton-grpc-protocol-batchdeck-control) with the first line of standard input",
  ],
  ["allow-metrics=BOOL", "serve Prometheus metrics (default true)"],
  ["metrics-address=HOST", "(default: that of HTTP)"],
  ["metrics-port=N", "0 for any free one (default 8002)"],
  ["log-info=BOOL", "log the models at the start, loads, unloads and stopping (default true)"],
  ["log-warning=BOOL", "log warnings (default true)"],
  ["log-error=BOOL", "log errors (default true)"],
  ["log-verbose=N", "from 1, log each request in one line (default 0)"],
  ["log-format=FORMAT", "default or ISO8601: how lines begin (default default)"],
  [
    "trace-config=[MODE,]NAME=VALUE",
    "level, rate, count, mode, file or log-frequency of traces; mode triton or opentelemetry; repeatable (default level=OFF)",
  ],
];

const BOOLEANS = new Set([
  "disable-auto-complete-config",
  "strict-readiness",
  "exit-on-error",
  "allow-http",
  "allow-grpc",
  "allow-metrics",
  "log-info",
  "log-warning",
  "log-error",
  "log-verbose",
]);

/** Timers hold 2³¹−1 ms. */
const MAX_SECONDS = 2_147_483;
const MAX_INT32 = 2 ** 31 - 1;

const NAMES = FLAGS.map(([usage]) => usage.split("=", 1)[0] ?? "");

/** The flags, one a line, for `--help`. */
export const flagHelp = FLAGS.map(([usage, help]) => {
  const flag = `  --${usage}`;
  return flag.length < 34 ? `${flag.padEnd(34)}${help}` : `${flag}\n${" ".repeat(34)}${help}`;
}).join("\n");

/**
 * Reads `serve`'s command line. `readSecret` reads the control secret where `--control-secret` asks for it. Throws a
 * FlagError with a sentence.
 */
export function readServeFlags(
  argv: readonly string[],
  readSecret: () => string = noSecret,
): ServeOptions {
  const flags = new FlagReader(flagValues(argv, NAMES, BOOLEANS));
  const secret = wantsControlSecret(flags) ? readSecret() : undefined;
  const httpHost = flags.text("http-address") ?? "127.0.0.1";
  return {
    engine: engineOptions(flags),
    grpc: endpoint(flags, "grpc", "127.0.0.1", 8001),
    http: endpoint(flags, "http", httpHost, 8000),
    metrics: endpoint(flags, "metrics", httpHost, 8002),
    restrictions: {
      http: restrictionFlags(flags, "http", secret),
      grpc: restrictionFlags(flags, "grpc", secret),
    },
    browsers: browserFlags(flags),
    grpcMaxMessageBytes: flags.integer("grpc-max-message-bytes", 2 ** 30, MAX_INT32),
    httpMaxBodyBytes: maxBodyBytes(flags),
    serverId: flags.text("id"),
    exitOnError: flags.boolean("exit-on-error", true),
    exitTimeoutSeconds: flags.integer("exit-timeout-secs", 30, MAX_SECONDS),
  };
}

function noSecret(): never {
  throw new FlagError("--control-secret=stdin needs a process that has a standard input.");
}

function engineOptions(flags: FlagReader): ServeOptions["engine"] {
  const mode = flags.choice("model-control-mode", ["none", "poll", "explicit"], "none");
  const loadModels = flags.all("load-model");
  if (loadModels.length > 0 && mode !== "explicit") {
    throw new FlagError(
      `--load-model needs --model-control-mode=explicit: in mode '${mode}' every model is loaded.`,
    );
  }
  const pollSeconds = flags.integer("repository-poll-secs", 15, MAX_SECONDS);
  if (pollSeconds === 0 && mode === "poll") {
    throw new FlagError("--repository-poll-secs takes at least 1 in mode 'poll', not '0'.");
  }
  return {
    modelRepository: modelRepository(flags),
    modelControlMode: mode,
    loadModels,
    repositoryPollSeconds: pollSeconds,
    cacheBytes: cacheBytes(flags),
    autoCompleteConfig: !flags.boolean("disable-auto-complete-config", false),
    strictReadiness: flags.boolean("strict-readiness", true),
    logSettings: logFlags(flags),
    traceSettings: traceFlags(flags),
    defaultMaxBatchSize: defaultMaxBatchSize(flags),
    ...rateLimitOptions(flags),
  };
}

function maxBodyBytes(flags: FlagReader): number {
  const bytes = flags.integer("http-max-input-size", MAX_BODY_BYTES, MAX_INT32);
  if (bytes > 0) return bytes;
  throw new FlagError("--http-max-input-size takes at least 1, not '0'.");
}

function modelRepository(flags: FlagReader): string {
  const [first, ...more] = flags.all("model-repository");
  if (!first) throw new FlagError("--model-repository=DIR is required: where the models are.");
  if (more.length === 0) return first;
  throw new FlagError(
    `--model-repository is given ${more.length + 1} times: this server has one repository.`,
  );
}

function endpoint(
  flags: FlagReader,
  name: "grpc" | "http" | "metrics",
  host: string,
  port: number,
): Endpoint | undefined {
  const served = {
    host: flags.text(`${name}-address`) ?? host,
    port: flags.integer(`${name}-port`, port, 65535),
  };
  return flags.boolean(`allow-${name}`, true) ? served : undefined;
}

function cacheBytes(flags: FlagReader): number {
  const config = flags.text("cache-config");
  if (config === undefined) return flags.integer("response-cache-byte-size", 0);
  const size = /^local,size=(.*)$/.exec(config)?.[1];
  if (size === undefined) {
    throw new FlagError(`--cache-config takes local,size=BYTES, not '${config}'.`);
  }
  return wholeNumber("--cache-config=local,size", size);
}

/** `BACKEND,NAME=VALUE`; without a backend it is for all, of which ONNX Runtime alone has a setting. */
function defaultMaxBatchSize(flags: FlagReader): number {
  const sizes = new Map<string, number>();
  for (const setting of flags.all("backend-config")) {
    const [, backend, size] = /^(onnxruntime)?,default-max-batch-size=(.*)$/.exec(setting) ?? [];
    if (size === undefined) {
      throw new FlagError(
        `--backend-config takes onnxruntime,default-max-batch-size=N, not '${setting}': other settings stand in the model's config.pbtxt.`,
      );
    }
    sizes.set(
      backend ?? "",
      wholeNumber("--backend-config's default-max-batch-size", size, MAX_INT32),
    );
  }
  return sizes.get("onnxruntime") ?? sizes.get("") ?? 4;
}
