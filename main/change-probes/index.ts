export { ChangeProbes } from "./change-probes.ts";
export { changeProbeMigrations } from "./probe-store.ts";
export type { RunningProbe } from "./running-probe.ts";
export { startChangeProbes } from "./start-change-probes.ts";
