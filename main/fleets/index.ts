export { fleetMigrations } from "./fleet-store.ts";
export type { Member, MemberSource, WorkloadSource } from "./members.ts";
export { startFleets } from "./start-fleets.ts";
