import { createEngine } from "./engine.ts";
import { serveEngineGrpc } from "./protocol/grpc/server.ts";
import { engineRoutes } from "./protocol/http/routes.ts";
import { serveHttp } from "./protocol/http/server.ts";
import { oneLine } from "../base/one-line.ts";
import { DEFAULT_LOG_SETTINGS, type LogLevel, logLine } from "./log/log.ts";
import { machineReader } from "./protocol/metrics/machine.ts";
import { metricsRoutes } from "./protocol/metrics/routes.ts";
import { receivedMemory } from "./protocol/received-memory.ts";
import { StatusError } from "../base/status-error.ts";
import { FlagError } from "./serving/flag-values.ts";
import { modelTable } from "./serving/model-table.ts";
import { type Endpoint, readServeFlags, type ServeOptions } from "./serving/serve-flags.ts";
import { readTlsFiles } from "./serving/tls-files.ts";
import type { Engine, LogSettings } from "./types.ts";
import { removeLeftOverrides } from "./repository/override-folders.ts";

/** Reports of a serving process to its parent; addresses are HOST:PORT, empty if not served. */
export type ServeMessage =
  | { type: "ready"; grpc: string; http: string; metrics: string }
  | { type: "failed"; message: string }
  /** An uncaught error; the process continues. */
  | { type: "fault"; part: string; message: string };

/** The process around a server; replaced in tests. */
export interface ServeIo {
  readonly version: string;
  /** One line for stdout. */
  out(line: string): void;
  /** One line for stderr. */
  err(line: string): void;
  /** To the parent process, if there is one. */
  send(message: ServeMessage): void;
  /** The first line of standard input, for `--control-secret=stdin`. Throws a FlagError. */
  readonly readSecret?: () => string;
  /** Aborts when the process should end. */
  readonly stop: AbortSignal;
}

/** Exit codes of `runServe`. */
export const EXIT = { stopped: 0, failed: 1, usage: 2, notDrained: 3 } as const;

interface Listener {
  readonly port: number;
  close(force?: AbortSignal): Promise<void>;
}

interface Serving {
  readonly engine: Engine;
  readonly listeners: readonly Listener[];
}

/** Serves models until `io.stop`, then drains. Resolves with the exit code; nothing is thrown. */
export async function runServe(argv: readonly string[], io: ServeIo): Promise<number> {
  const fail = (error: unknown, code: number): number => {
    const { message } = error as Error;
    io.err(message);
    io.send({ type: "failed", message });
    return code;
  };
  let options: ServeOptions;
  let serving: Serving;
  try {
    options = readServeFlags(argv, io.readSecret);
    serving = await start(options, io);
  } catch (error) {
    if (io.stop.aborted) return EXIT.stopped;
    return fail(error, error instanceof FlagError ? EXIT.usage : EXIT.failed);
  }
  if (!io.stop.aborted) {
    await new Promise((resolve) => io.stop.addEventListener("abort", resolve, { once: true }));
  }
  return await drain(serving, options, io);
}

async function start(options: ServeOptions, io: ServeIo): Promise<Serving> {
  logWithoutEffect(options, io);
  // Before models load, which may take minutes.
  const tls = options.grpcTls && (await readTlsFiles(options.grpcTls));
  const left = await removeLeftOverrides();
  const engine = await loadEngine(options, io);
  if (left > 0) {
    const sentence = `Removed the override files of ${left} load calls that an engine left behind when it ended.`;
    const settings = engine.logSettings();
    if (settings.log_info) io.err(logged(sentence, "info", settings));
  }
  const logError = (sentence: string) => {
    const settings = engine.logSettings();
    if (settings.log_error) io.err(logged(oneLine(sentence), "error", settings));
  };
  const listeners: Listener[] = [];
  const listen = async (
    name: "grpc" | "http" | "metrics",
    endpoint: Endpoint | undefined,
    serve: (endpoint: Endpoint) => Promise<Listener>,
  ): Promise<string> => {
    if (!endpoint) return "";
    const listener = await serve(endpoint).catch((error: Error) => {
      throw cannotListen(name, endpoint, error);
    });
    listeners.push(listener);
    const host = endpoint.host.includes(":") ? `[${endpoint.host}]` : endpoint.host;
    return `${host}:${listener.port}`;
  };
  try {
    const grpc = await listen("grpc", options.grpc, (at) =>
      serveEngineGrpc(engine, at, {
        limits: { maxMessageBytes: options.grpcMaxMessageBytes },
        restrictions: options.restrictions.grpc,
        ...(tls && { tls }),
        onFault: logError,
      }),
    );
    const http = await listen("http", options.http, (at) =>
      serveHttp(engineRoutes(engine, options.restrictions.http), {
        ...at,
        maxBodyBytes: options.httpMaxBodyBytes,
        browsers: options.browsers,
      }),
    );
    const metrics = await listen("metrics", options.metrics, (at) =>
      serveHttp(metricsRoutes(engine, options.cpuMetrics ? machineReader() : undefined), {
        ...at,
        browsers: options.browsers,
      }),
    );
    await logModels(engine, io);
    io.out(`Ready: grpc ${grpc || "off"} http ${http || "off"} metrics ${metrics || "off"}`);
    io.send({ type: "ready", grpc, http, metrics });
    receivedMemory.compactWhenIdle();
    return { engine, listeners };
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.close(AbortSignal.abort())));
    await engine.close();
    throw error;
  }
}

/** Starts the engine with its models; a model that fails ends it if `exitOnError` is set. */
async function loadEngine(options: ServeOptions, io: ServeIo): Promise<Engine> {
  const failures: string[] = [];
  let loading = true;
  const logSettings = { ...DEFAULT_LOG_SETTINGS, ...options.engine.logSettings };
  const settings = () => (loading ? logSettings : engine.logSettings());
  const engine: Engine = await createEngine({
    ...options.engine,
    // The reason why the server ends is always printed.
    logSettings: { ...logSettings, log_error: logSettings.log_error || options.exitOnError },
    version: io.version,
    stop: io.stop,
    log: (sentence, level) => {
      if (loading && options.exitOnError && level === "error") failures.push(sentence);
      else io.err(logged(sentence, level, settings()));
    },
  });
  loading = false;
  engine.updateLogSettings({ log_error: logSettings.log_error });
  if (failures.length > 0) {
    await engine.close();
    failures.push(
      "The server ends because of this; --exit-on-error=false serves the other models.",
    );
    throw new StatusError("INTERNAL", failures.join("\n"));
  }
  const { serverId } = options;
  if (serverId === undefined) return engine;
  return { ...engine, serverMetadata: () => ({ ...engine.serverMetadata(), name: serverId }) };
}

/** SERVING-2: all of them in one line. */
function logWithoutEffect({ withoutEffect, engine }: ServeOptions, io: ServeIo): void {
  const settings = { ...DEFAULT_LOG_SETTINGS, ...engine.logSettings };
  if (withoutEffect.length === 0 || !settings.log_warning) return;
  const sentence = `Flags without effect on this server: ${withoutEffect.join("; ")}.`;
  io.err(logged(oneLine(sentence), "warning", settings));
}

async function logModels(engine: Engine, io: ServeIo): Promise<void> {
  const settings = engine.logSettings();
  if (!settings.log_info) return;
  for (const line of await modelTable(engine)) {
    io.err(logged(oneLine(line), "info", settings));
  }
}

function cannotListen(name: string, { host, port }: Endpoint, cause: Error): StatusError {
  const { code } = (cause.cause ?? cause) as NodeJS.ErrnoException;
  const reason =
    code === "EADDRINUSE"
      ? `port ${port} is in use on ${host}: choose another with --${name}-port=N, 0 for any free one`
      : code === "EACCES"
        ? `port ${port} is not permitted: choose one above 1023 with --${name}-port=N`
        : `${cause.message}; see --${name}-address and --${name}-port`;
  return new StatusError("UNAVAILABLE", `Cannot serve ${name}: ${reason}.`, { cause });
}

function logged(sentence: string, level: LogLevel, { log_format }: LogSettings): string {
  return logLine(sentence, level, log_format, { at: new Date(), processId: process.pid });
}

async function drain(serving: Serving, options: ServeOptions, io: ServeIo): Promise<number> {
  const settings = serving.engine.logSettings();
  if (settings.log_info) {
    io.err(logged("Stopping: finishing the requests under way.", "info", settings));
  }
  const limit = AbortSignal.timeout(options.exitTimeoutSeconds * 1000);
  const late = new Promise<"late">((resolve) =>
    limit.addEventListener("abort", () => resolve("late"), { once: true }),
  );
  const drained = Promise.all(serving.listeners.map((listener) => listener.close(limit)))
    .then(() => serving.engine.close())
    .then(() => "drained" as const);
  if ((await Promise.race([drained, late])) === "drained") return EXIT.stopped;
  io.err(`Requests were still under way after ${options.exitTimeoutSeconds} s and are cut off.`);
  return EXIT.notDrained;
}
