export { importExperiment } from "./import-experiment.ts";
export type { NewImportedExperiment } from "./imported.ts";
export { upgradePlan, upgradeStep } from "./version-1.ts";
