/** Stands in for the ONNX worker: echoes batches, and throws when the first byte of one is 255. */
import type { MessagePort } from "node:worker_threads";
import { workerData } from "node:worker_threads";
import type { FromWorker, ToWorker } from "../backends/onnxruntime/worker-messages.ts";

const { port, crashOnLoad } = workerData as { port: MessagePort; crashOnLoad?: boolean };
if (crashOnLoad) throw new Error("crashed on load");

port.postMessage({ type: "loaded", signature: { inputs: [], outputs: [] } } satisfies FromWorker);
port.on("message", (message: ToWorker) => {
  if (message.type === "close") {
    port.close();
    return;
  }
  const { buffer, tensors } = message;
  if (new Uint8Array(buffer)[0] === 255) throw new Error("crashed on demand");
  const outputs = tensors.map(({ name, datatype, shape, offset, byteLength }) => ({
    name: name.replace("INPUT", "OUTPUT"),
    datatype,
    shape,
    data: new Uint8Array(buffer.slice(offset, offset + byteLength)),
  }));
  const now = Number(process.hrtime.bigint());
  const done: FromWorker = { type: "done", buffer, outputs, inferStart: now, inferEnd: now };
  port.postMessage(done, [buffer]);
});
