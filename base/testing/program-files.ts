// What tests start as processes: the built programs where vitest.config.ts found them current, which start in a third
// of the CPU time of their sources.

const isBuilt = process.env["BATCHDECK_TEST_BUILT"] === "1";

const programFile = (source: string, bundle: string) =>
  new URL(isBuilt ? `../../dist/programs/${bundle}` : `../../${source}`, import.meta.url);

export const engineProgram = programFile("engine/process.ts", "engine.js");
export const generatorProgram = programFile("main/lab/generator/process.ts", "generator.js");
