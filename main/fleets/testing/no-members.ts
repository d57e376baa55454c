import type { MemberSource } from "../members.ts";

/** A source without members, with a reason. */
export function noMembers(problem: string): MemberSource {
  return {
    members: () => [],
    problem: () => problem,
    onChanged: () => ({ [Symbol.dispose]: () => {} }),
    [Symbol.dispose]: () => {},
  };
}
