// The engine as a process of its own; `serve` of the command line runs the same.
import { serveAsProcess } from "./serving/process-io.ts";

process.exitCode = await serveAsProcess(process.argv.slice(2));
