// The engine as a process of its own; `serve` of the command line runs the same.
import process from "node:process";
import { startInstanceHost } from "./backends/onnxruntime/threads.ts";

// A console's engine serves ONNX models: the runtime loads on a thread of its own while this one loads the rest.
if (process.connected) startInstanceHost();
const { serveAsProcess } = await import("./serving/process-io.ts");
process.exitCode = await serveAsProcess(process.argv.slice(2));
