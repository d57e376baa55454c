import type { EngineOptions } from "../engine.ts";
import { MAX_MESSAGE_BYTES } from "../protocol/grpc/wire.ts";
import { MAX_BODY_BYTES } from "../protocol/http/body.ts";
import type { BrowserAccess } from "../protocol/http/browser-guard.ts";
import type { Restrictions } from "../protocol/restrictions.ts";
import { defaultMaxBatchSize, idleBackendSettings, pythonSettings } from "./backend-settings.ts";
import { FLAGS } from "./flag-table.ts";
import { FlagError, FlagReader, flagValues, wholeNumber, withoutEffect } from "./flag-values.ts";
import { logFlags, traceFlags } from "./observing-flags.ts";
import { restrictionFlags, wantsControlSecret } from "./restriction-flags.ts";
import { idleTlsFlags, type TlsFiles, tlsFlags } from "./tls-flags.ts";
import { DEFAULT_CACHE_BYTES, isStoreUrl, parseStoreUrl } from "../stores/store-url.ts";

export interface Endpoint {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

export interface ServeOptions {
  readonly engine: Omit<EngineOptions, "version" | "log" | "clock" | "stop">;
  /** Undefined: not served. */
  readonly grpc: Endpoint | undefined;
  readonly http: Endpoint | undefined;
  readonly metrics: Endpoint | undefined;
  /** Whether the metrics include the machine's CPU and memory. */
  readonly cpuMetrics: boolean;
  readonly restrictions: { readonly http: Restrictions; readonly grpc: Restrictions };
  /** For HTTP and metrics. */
  readonly browsers: BrowserAccess;
  readonly grpcMaxMessageBytes: number;
  /** Undefined: gRPC in cleartext. */
  readonly grpcTls: TlsFiles | undefined;
  /** Limit of one request, decompressed. */
  readonly httpMaxBodyBytes: number;
  /** Name in the server's metadata. */
  readonly serverId: string | undefined;
  /** Given flags without effect, each with the reason (SERVING-2). */
  readonly withoutEffect: readonly string[];
  /** Exit if a model can't be loaded at the start. */
  readonly exitOnError: boolean;
  /** Seconds for active requests when the server stops. */
  readonly exitTimeoutSeconds: number;
}

/** Timers hold 2³¹−1 ms. */
const MAX_SECONDS = 2_147_483;
const MAX_INT32 = 2 ** 31 - 1;

/**
 * Parses `serve`'s command line. `readSecret` reads the control secret if `--control-secret` is
 * given. Throws a FlagError.
 */
export function readServeFlags(
  argv: readonly string[],
  readSecret: () => string = noSecret,
): ServeOptions {
  const flags = new FlagReader(flagValues(argv, FLAGS));
  const grpcTls = tlsFlags(flags);
  const idle = [
    ...withoutEffect(flags, FLAGS),
    ...idleTlsFlags(flags, grpcTls),
    ...idleBackendSettings(flags),
  ];
  const secret = wantsControlSecret(flags) ? readSecret() : undefined;
  const httpHost = flags.text("http-address") ?? "127.0.0.1";
  return {
    engine: engineOptions(flags),
    grpc: endpoint(flags, "grpc", "127.0.0.1", 8001),
    http: endpoint(flags, "http", httpHost, 8000),
    metrics: endpoint(flags, "metrics", httpHost, 8002),
    cpuMetrics: flags.boolean("allow-cpu-metrics", true),
    restrictions: {
      http: restrictionFlags(flags, "http", secret),
      grpc: restrictionFlags(flags, "grpc", secret),
    },
    browsers: browserFlags(flags),
    grpcMaxMessageBytes: flags.integer("grpc-max-message-bytes", MAX_MESSAGE_BYTES, MAX_INT32),
    grpcTls,
    httpMaxBodyBytes: maxBodyBytes(flags),
    serverId: flags.text("id"),
    withoutEffect: idle,
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
  if (loadModels.includes("*") && loadModels.length > 1) {
    throw new FlagError(
      "--load-model=* is for all models and takes no other --load-model with it.",
    );
  }
  const pollSeconds = flags.integer("repository-poll-secs", 15, MAX_SECONDS);
  if (pollSeconds === 0 && mode === "poll") {
    throw new FlagError("--repository-poll-secs takes at least 1 in mode 'poll', not '0'.");
  }
  return {
    modelRepository: modelRepository(flags),
    modelConfigName: modelConfigName(flags),
    modelControlMode: mode,
    loadModels,
    repositoryPollSeconds: pollSeconds,
    cacheBytes: cacheBytes(flags),
    autoCompleteConfig: !(
      flags.boolean("disable-auto-complete-config", false) ||
      flags.boolean("strict-model-config", false)
    ),
    strictReadiness: flags.boolean("strict-readiness", true),
    logSettings: logFlags(flags),
    traceSettings: traceFlags(flags),
    defaultMaxBatchSize: defaultMaxBatchSize(flags),
    python: pythonSettings(flags),
    stores: {
      cacheFolder: flags.text("model-cache-directory"),
      cacheBytes: modelCacheBytes(flags),
    },
    allowClientSharedMemory: flags.boolean("allow-client-shm", false),
    ...rateLimitOptions(flags),
  };
}

function maxBodyBytes(flags: FlagReader): number {
  const bytes = flags.integer("http-max-input-size", MAX_BODY_BYTES, MAX_INT32);
  if (bytes > 0) return bytes;
  throw new FlagError("--http-max-input-size takes at least 1, not '0'.");
}

function modelRepository(flags: FlagReader): readonly string[] {
  const paths = [...new Set(flags.all("model-repository"))];
  const [first] = paths;
  if (!first) throw new FlagError("--model-repository=DIR is required: where the models are.");
  for (const path of paths.filter(isStoreUrl)) checkStoreUrl(path);
  return paths;
}

function checkStoreUrl(path: string): void {
  try {
    parseStoreUrl(path);
  } catch (error) {
    throw new FlagError((error as Error).message);
  }
}

function modelCacheBytes(flags: FlagReader): number {
  const bytes = flags.integer("model-cache-bytes", DEFAULT_CACHE_BYTES);
  return bytes === 0 ? Number.POSITIVE_INFINITY : bytes;
}

/** Undefined: config.pbtxt. */
function modelConfigName(flags: FlagReader): string | undefined {
  const name = flags.text("model-config-name");
  if (name === undefined || /^(?!\.+$)[^\s/\\]{1,200}$/.test(name)) return name;
  throw new FlagError(
    `--model-config-name takes the NAME of configs/NAME.pbtxt, without spaces and slashes, not '${name}'.`,
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
  const configs = flags.all("cache-config");
  const older = flags.text("response-cache-byte-size");
  if (configs.length > 0 && older !== undefined) {
    throw new FlagError(
      "--response-cache-byte-size and --cache-config are both given: use --cache-config alone.",
    );
  }
  const sizes = configs.map((config) => {
    const size = /^local,size=(.*)$/.exec(config)?.[1];
    if (size !== undefined) return wholeNumber("--cache-config=local,size", size);
    throw new FlagError(
      `--cache-config takes local,size=BYTES, not '${config}': the cache is in this server's memory.`,
    );
  });
  return sizes.at(-1) ?? flags.integer("response-cache-byte-size", 0);
}

const RESOURCE = "rate-limit-resource";

/** --rate-limit and --rate-limit-resource=NAME:COUNT[:DEVICE]; DEVICE is a number or `global`. */
function rateLimitOptions(
  flags: FlagReader,
): Pick<EngineOptions, "rateLimit" | "rateLimitResources"> {
  const rateLimit = flags.choice("rate-limit", ["off", "execution_count"], "off");
  const rateLimitResources = flags.all(RESOURCE).map((value) => {
    const [name = "", count, device = "each", ...more] = value.split(":");
    if (name === "" || count === undefined || more.length > 0) {
      throw new FlagError(`--${RESOURCE} takes NAME:COUNT or NAME:COUNT:DEVICE, not '${value}'.`);
    }
    return { name, count: wholeNumber(`--${RESOURCE}=${name}`, count), device: readDevice(device) };
  });
  if (rateLimitResources.length > 0 && rateLimit === "off") {
    throw new FlagError(`--${RESOURCE} needs --rate-limit=execution_count.`);
  }
  return { rateLimit, rateLimitResources };
}

function readDevice(text: string): number | "each" | "global" {
  const word = text.toLowerCase();
  return word === "each" || word === "global" ? word : wholeNumber(`--${RESOURCE}'s device`, text);
}

/**
 * Parses `--http-allowed-origin` and `--http-allowed-host`. Throws a FlagError for values that no
 * browser sends.
 */
function browserFlags(flags: FlagReader): BrowserAccess {
  const origins = flags.all("http-allowed-origin");
  for (const origin of origins) {
    if (origin === "*" || isOrigin(origin)) continue;
    throw new FlagError(
      `--http-allowed-origin takes SCHEME://HOST or SCHEME://HOST:PORT as a browser sends it, or *, not '${origin}'.`,
    );
  }
  const hosts = flags.all("http-allowed-host");
  for (const host of hosts) {
    if (host === "*" || /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i.test(host)) continue;
    throw new FlagError(
      `--http-allowed-host takes the name of a host without a port, or *, not '${host}'.`,
    );
  }
  return { origins, hosts };
}

/**
 * URLs of schemes that browsers treat specially, such as extensions, have the origin "null" here.
 */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.origin === "null" ? `${url.protocol}//${url.host}` === text : url.origin === text;
}
