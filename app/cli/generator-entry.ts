/** The load generator's program: its source, or the file next to this one in a bundle. */
export const generatorEntry = new URL(
  import.meta.url.endsWith(".ts") ? "../../main/lab/generator/process.ts" : "./generator.js",
  import.meta.url,
);
