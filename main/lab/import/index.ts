export { importExperiment } from "./import-experiment.ts";
export type { NewImportedExperiment } from "./imported.ts";
