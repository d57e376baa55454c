import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, found from the sources as well as from the bundle in dist/programs. */
export const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));

const fromSource = import.meta.url.endsWith(".ts");

/** Modules that run as separate processes. */
export const programs = {
  engine: new URL(fromSource ? "../../engine/process.ts" : "./engine.js", import.meta.url),
  generator: new URL(
    fromSource ? "../../main/lab/generator/process.ts" : "./generator.js",
    import.meta.url,
  ),
};
