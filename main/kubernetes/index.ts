import type { Migration } from "../store/index.ts";
import { contextMigrations } from "./access/context-store.ts";
import { jobMigrations } from "./jobs/job-store.ts";

export { createKubernetes } from "./domain.ts";

export const kubernetesMigrations: readonly Migration[] = [...contextMigrations, ...jobMigrations];
