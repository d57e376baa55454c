// The engine as its own process; the command line's `serve` runs the same.
import process from "node:process";
import { startInstanceHost } from "./backends/onnxruntime/threads.ts";

// A console's engine serves ONNX models: the runtime loads on another thread while this one loads
// the rest.
if (process.connected) startInstanceHost();
const { serveAsProcess } = await import("./serving/process-io.ts");
process.exitCode = await serveAsProcess(process.argv.slice(2));
