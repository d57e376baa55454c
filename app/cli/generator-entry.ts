/** The load generator's program: its source, or next to this one where both are bundled. */
export const generatorEntry = new URL(
  import.meta.url.endsWith(".ts") ? "../../main/lab/generator/process.ts" : "./generator.js",
  import.meta.url,
);
