import { count } from "../../format/text.ts";

interface Planned {
  readonly text: string;
  /** How many replicas. */
  readonly chosen: number;
  /** Findings that the host rejects the text for. */
  readonly refusing: number;
  readonly secondsWrong: boolean;
  /** Every chosen replica serves with the text already. */
  readonly nothing: boolean;
}

/** Why a rollout cannot be started as it is planned, in a sentence; null: it can. */
export function againstStart(planned: Planned): string | null {
  const { text, chosen, refusing, secondsWrong, nothing } = planned;
  if (text.trim() === "") return "There is no text to roll out yet.";
  if (refusing > 0)
    return `No server accepts this text: ${count(refusing, "error", "errors")} under it.`;
  if (chosen === 0) return "No replica is chosen.";
  if (secondsWrong) return "How long each is watched must be a whole number from 0 to 3600.";
  if (nothing) return "Nothing changes on any replica: each serves with this already.";
  return null;
}
