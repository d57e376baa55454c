export { fleetsDomain } from "./domain.ts";
export type { Member, MemberSource, WorkloadSource } from "./members.ts";
