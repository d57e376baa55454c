export { kubernetesMigrations } from "./access/context-store.ts";
export { createKubernetes } from "./domain.ts";
