export { Canaries } from "./canary/canaries.ts";
export { fleetsDomain } from "./domain.ts";
export { fleetMigrations } from "./fleet-store.ts";
export { Fleets } from "./fleets.ts";
export { fleetsWith } from "./fleets-with.ts";
export type { Member, MemberSource, WorkloadSource } from "./members.ts";
export { systemResolver } from "./members/resolver.ts";
export { Rollouts } from "./rollouts/rollouts.ts";
