import type { RequestName } from "../../../main/contract/index.ts";

/** Responses that are different once the embedded engine serves other repositories. */
export const CHANGED_BY_REPOSITORIES: readonly RequestName[] = [
  "host.info",
  "repositories.recent",
  "repositories.served",
  "configs.get",
  "models.detail",
];
