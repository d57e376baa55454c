import { flagHelp } from "../../engine/serving/flag-table.ts";
import type { Command } from "./command.ts";

export const serveCommand: Command = {
  name: "serve",
  summary: "serve a model repository over gRPC, HTTP and /metrics",
  help: `Usage: npm run --silent batchdeck -- serve --model-repository=DIR [flags]

Serves the Open Inference Protocol with tritonserver's flags. Prints a line that begins "Ready:" when it
serves; SIGTERM and Ctrl+C finish the requests under way and end it. A boolean flag alone means true.

${flagHelp}
  --help                          this text
`,
  // Loaded on demand: --help doesn't start a runtime.
  run: async (args) => (await import("../../engine/serving/process-io.ts")).serveAsProcess(args),
};
