import type { FleetMembers } from "../../contract/index.ts";
import type { Member, MemberSource } from "../members.ts";
import { toMemberKey } from "./key.ts";

type Listed = Extract<FleetMembers, { kind: "listed" }>;

/** Members that the user listed; they never change. */
export function listedMembers({ members }: Listed): MemberSource {
  const all: readonly Member[] = members.map(({ name, grpc, http, metrics }) => {
    const key = toMemberKey(grpc || http);
    return { key, name: name.trim() || key, grpc, http, metrics, note: "" };
  });
  return {
    members: () => all,
    problem: () => null,
    onChanged: () => ({ [Symbol.dispose]: () => {} }),
    [Symbol.dispose]: () => {},
  };
}
