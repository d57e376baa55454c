/**
 * The thread that starts all instance threads. Denormal numbers made a dense model 18 times slower.
 * The runtime's `set_denormal_as_zero` prevents that, but sets the CPU flag only on the calling
 * thread and only for the first session of a process. Threads inherit the flag from their parent:
 * this thread creates the first session and then starts the others.
 */
import { Worker, parentPort } from "node:worker_threads";
import { env, InferenceSession } from "onnxruntime-node";
import type { HostReply, HostRequest } from "./threads.ts";

const port = parentPort;
if (port === null) throw new Error("onnxruntime-host only runs as a worker thread");

/** y = Identity(x), one float. */
const SMALLEST_MODEL =
  "CAg6OwoQCgF4EgF5IghJZGVudGl0eRIFZ3JhcGhaDwoBeBIKCggIARIECgIIAWIPCgF5EgoKCAgBEgQKAggBQgQKABAR";

// The user who asked for a provider gets the reason why it fails; the runtime need not print it
// too.
env.logLevel = "fatal";

await InferenceSession.create(Buffer.from(SMALLEST_MODEL, "base64"), {
  intraOpNumThreads: 1,
  extra: { session: { set_denormal_as_zero: "1" } },
});
port.postMessage("loaded" satisfies HostReply);

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
