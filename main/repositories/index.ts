export { openRepository, repositoriesDomain, type ServedRepository } from "./domain.ts";
export { RecentRepositories } from "./recent-repositories.ts";
