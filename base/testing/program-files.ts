// What tests start as processes: the bundles that vitest.config.ts found current, which start in a third of the CPU
// time of their sources.

const built = process.env["BATCHDECK_TEST_BUILT"]?.split(",") ?? [];

const programFile = (source: string, bundle: "commands" | "programs", file: string) =>
  new URL(
    built.includes(bundle) ? `../../dist/${bundle}/${file}` : `../../${source}`,
    import.meta.url,
  );

export const engineProgram = programFile("engine/process.ts", "programs", "engine.js");
export const generatorProgram = programFile(
  "main/lab/generator/process.ts",
  "programs",
  "generator.js",
);
export const commandLineProgram = programFile("app/cli/main.ts", "commands", "cli.js");
