import type { MemberSource } from "../members.ts";

/** No one, and why. */
export function noMembers(problem: string): MemberSource {
  return {
    members: () => [],
    problem: () => problem,
    onChanged: () => ({ [Symbol.dispose]: () => {} }),
    [Symbol.dispose]: () => {},
  };
}
