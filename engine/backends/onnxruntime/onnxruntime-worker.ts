/**
 * A worker thread with an ONNX session, or with those of all WebGPU instances. `session.run` blocks
 * its thread, hence one thread per instance. It ends only on request and between runs: ending a
 * thread during a run aborts the process.
 */
import { workerData } from "node:worker_threads";
import { serveSession } from "./session-server.ts";
import type { SharedWorkerStart, WorkerStart } from "./worker-messages.ts";

// The binding can't read Float16Array; without it, the runtime's FP16 tensors are Uint16Array.
Reflect.deleteProperty(globalThis, "Float16Array");

const start = workerData as WorkerStart | SharedWorkerStart;

if ("shared" in start) {
  // A run blocks the thread, so the sessions here take turns.
  start.port.on("message", (session: WorkerStart | null) => {
    if (session === null) start.port.close();
    else void serveSession(session);
  });
} else {
  await serveSession(start);
}
