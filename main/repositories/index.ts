export { type ServedRepositories, startRepositories } from "./start-repositories.ts";
export { Linter, type LintServer, STAGES } from "./linter.ts";
export { CONFIG, type ModelPath, modelsIn } from "./model-paths.ts";
export { readConfigText } from "./read-config.ts";
