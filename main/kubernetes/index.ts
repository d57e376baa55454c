import type { Migration } from "../store/index.ts";
import { contextMigrations } from "./access/context-store.ts";
import { jobMigrations } from "./jobs/job-store.ts";

export { startKubernetes } from "./start-kubernetes.ts";

export const kubernetesMigrations: readonly Migration[] = [...contextMigrations, ...jobMigrations];
