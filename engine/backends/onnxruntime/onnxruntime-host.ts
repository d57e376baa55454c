/**
 * The thread from which all instance threads are started. Denormal numbers made a dense model 18 times slower;
 * the runtime's `set_denormal_as_zero` cures that, but sets the flag on the calling thread only for the first
 * session of a process. Threads inherit the flag from the thread that starts them: so this one makes the
 * first session, and starts the others.
 */
import { Worker, parentPort } from "node:worker_threads";
import { env, InferenceSession } from "onnxruntime-node";
import type { HostReply, HostRequest } from "./threads.ts";

const port = parentPort;
if (port === null) throw new Error("onnxruntime-host runs as a worker thread only");

/** y = Identity(x), one float. */
const SMALLEST_MODEL =
  "CAg6OwoQCgF4EgF5IghJZGVudGl0eRIFZ3JhcGhaDwoBeBIKCggIARIECgIIAWIPCgF5EgoKCAgBEgQKAggBQgQKABAR";

// Why a provider does not work reaches the user who asked for it; the runtime need not print it as well.
env.logLevel = "fatal";

await InferenceSession.create(Buffer.from(SMALLEST_MODEL, "base64"), {
  intraOpNumThreads: 1,
  extra: { session: { set_denormal_as_zero: "1" } },
});

port.on("message", ({ id, module, name, data, port: instancePort }: HostRequest) => {
  let error: string | undefined;
  const worker = new Worker(new URL(module), {
    name,
    workerData: { ...data, port: instancePort },
    transferList: [instancePort],
  });
  worker.once("error", (thrown) => {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  });
  worker.once("exit", () => port.postMessage({ id, error } satisfies HostReply));
});
