import { defineConfig } from "vite";
import { buildInOrder, nodePrograms, plugins, workers } from "./vite.config.programs.ts";

/**
 * The command line for unit tests, which start it often. Apart from the other programs: one bundle of both
 * would split those into many more files.
 */
export default defineConfig({
  plugins,
  environments: { commands: nodePrograms("dist/commands", { ...workers, cli: "app/cli/main.ts" }) },
  builder: buildInOrder("commands"),
});
