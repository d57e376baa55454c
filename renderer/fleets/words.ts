import type { FleetMembers } from "../../main/contract/index.ts";
import { count } from "../format/words.ts";

/** Where a fleet's members come from. */
export function membersWords(members: FleetMembers): string {
  switch (members.kind) {
    case "listed":
      return `${count(members.members.length, "address", "addresses")} listed`;
    case "dns":
      return `DNS: ${members.host}`;
    case "workload":
      // Its first part is the context's number.
      return `Kubernetes: ${members.workload.split("/").slice(1).join("/")}`;
  }
}
