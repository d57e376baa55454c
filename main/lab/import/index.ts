export { importExperiment } from "./import-experiment.ts";
