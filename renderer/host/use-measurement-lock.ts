import { useTopic } from "./topics.ts";

/** A server on this machine is measured, and pages draw as little as they can. */
export function useQuiet(): boolean {
  return useTopic("lab.turn", {})?.isQuiet ?? false;
}

/** Why no measurement may begin now, a sentence; null: one may. */
export function useTurnTaken(): string | null {
  const holder = useTopic("lab.turn", {})?.holder ?? null;
  return holder && `${holder}; measurements run one at a time.`;
}
