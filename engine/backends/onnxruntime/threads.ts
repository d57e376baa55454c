import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";

export interface HostRequest {
  readonly id: number;
  readonly module: string;
  readonly name: string;
  readonly data: object;
  readonly port: MessagePort;
}

/** The runtime is loaded; or a thread ended, with `error` if it threw. */
export type HostReply = "loaded" | { readonly id: number; readonly error: string | undefined };

export interface Thread {
  /** The thread finds the other end as `workerData.port`. */
  readonly port: MessagePort;
  /**
   * Settles when the thread has ended and its last message was delivered; rejects with what it
   * threw.
   */
  readonly exited: Promise<string | undefined>;
}

const HOST = new URL(
  import.meta.url.endsWith(".ts") ? "./onnxruntime-host.ts" : "./onnxruntime-host.js",
  import.meta.url,
);

interface Host {
  readonly worker: Worker;
  isLoaded: boolean;
  readonly running: Map<number, (error: string | undefined) => void>;
}

/** One per process: the CPU flag that it exists for is set once per process. */
let host: Host | undefined;
let lastId = 0;

/** Loads the runtime before the first instance. */
export function startInstanceHost(): void {
  host ??= startHost();
  unrefIdle(host);
}

/**
 * An idle host doesn't keep the process alive. One that loads the runtime does: the runtime aborts
 * the process if its thread ends in the meantime.
 */
function unrefIdle({ worker, isLoaded, running }: Host): void {
  if (isLoaded && running.size === 0) worker.unref();
}

function startHost(): Host {
  // The runtime's Linux library contains a telemetry client, which checks this when it is first
  // loaded.
  process.env["ORT_DISABLE_TELEMETRY"] = "1";
  // If set, a model file could set options of its session (OPT-1).
  delete process.env["ORT_LOAD_CONFIG_FROM_MODEL"];
  const started: Host = {
    worker: new Worker(HOST),
    isLoaded: false,
    running: new Map(),
  };
  let cause = "the thread that hosts model instances ended";
  started.worker.on("message", (reply: HostReply) => {
    if (reply === "loaded") started.isLoaded = true;
    else {
      started.running.get(reply.id)?.(reply.error);
      started.running.delete(reply.id);
    }
    unrefIdle(started);
  });
  started.worker.once("error", (error) => {
    cause = error instanceof Error ? error.message : String(error);
  });
  started.worker.once("exit", () => {
    host = undefined;
    for (const ended of started.running.values()) ended(cause);
  });
  return started;
}

/** Starts a module on a thread that treats denormal numbers as zero. */
export function startThread(module: URL, name: string, data: object): Thread {
  host ??= startHost();
  const { worker, running } = host;
  const { port1, port2 } = new MessageChannel();
  const id = ++lastId;
  const ended = new Promise<string | undefined>((resolve) => running.set(id, resolve));
  // The exit event doesn't come through the port; the port closes after its last message.
  const emptied = new Promise<void>((resolve) => port1.once("close", resolve));
  const request: HostRequest = { id, module: module.href, name, data, port: port2 };
  worker.ref();
  worker.postMessage(request, [port2]);
  return { port: port1, exited: Promise.all([ended, emptied]).then(([error]) => error) };
}
