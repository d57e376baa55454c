export { openRepository, repositoriesDomain, type ServedRepository } from "./domain.ts";
export { Linter, type LintServer, STAGES } from "./linter.ts";
export { CONFIG, type ModelPath, modelsIn } from "./model-paths.ts";
export { readConfigText } from "./read-config.ts";
export { RecentRepositories } from "./recent-repositories.ts";
