import type { Experiment } from "../../main/contract/index.ts";
import type { Tone } from "../ui/badge.tsx";

/** How an experiment stands, as a colour and a word. */
export const experimentStates: Record<Experiment["state"], { tone: Tone; words: string }> = {
  running: { tone: "accent", words: "Running" },
  done: { tone: "good", words: "Done" },
  cancelled: { tone: "neutral", words: "Cancelled" },
  interrupted: { tone: "warn", words: "Interrupted" },
  failed: { tone: "bad", words: "Failed" },
};
