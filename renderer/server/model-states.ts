import type { ObservedModel } from "../../main/contract/index.ts";
import type { Tone } from "../ui/badge.tsx";

/** A model's state, as a server of any kind tells it. */
export const modelStates: Record<ObservedModel["state"], { tone: Tone; words: string }> = {
  ready: { tone: "good", words: "Ready" },
  loading: { tone: "accent", words: "Loading" },
  unavailable: { tone: "bad", words: "Unavailable" },
  unknown: { tone: "neutral", words: "State not told" },
};
