import { useTopic } from "../host/topics.ts";

/** Why no measurement may begin now, a sentence; null: one may. */
export function useTurnTaken(): string | null {
  const holder = useTopic("lab.turn", {})?.holder ?? null;
  return holder && `${holder}; measurements run one at a time.`;
}
