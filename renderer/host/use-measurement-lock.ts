import { useTopic } from "./topics.ts";

/** Whether a server on this machine is being measured, so that pages draw as little as possible. */
export function useQuiet(): boolean {
  return useTopic("lab.turn", {})?.isQuiet ?? false;
}

/** Why no measurement can start now, as a sentence; null if one can. */
export function useTurnTaken(): string | null {
  const holder = useTopic("lab.turn", {})?.holder ?? null;
  return holder && `${holder}; measurements run one at a time.`;
}
