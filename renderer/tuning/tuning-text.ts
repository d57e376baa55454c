import type { Knob, TuningSession, TuningStep } from "../../main/contract/index.ts";
import type { Tone } from "../ui/badge.tsx";

export const knobs: Readonly<Record<Knob, string>> = {
  "batch-size": "Batch size",
  delay: "Batching delay",
  instances: "Instances",
  cache: "Response cache",
  "queue-policy": "Queue policy",
};

export const sessionStates: Readonly<
  Record<TuningSession["state"], { tone: Tone; words: string }>
> = {
  baseline: { tone: "accent", words: "Measuring the baseline" },
  choosing: { tone: "neutral", words: "Choose a change" },
  measuring: { tone: "accent", words: "Measuring" },
  deciding: { tone: "warn", words: "Decide" },
  finished: { tone: "good", words: "Finished" },
  abandoned: { tone: "neutral", words: "Restored" },
};

export const stepStates: Readonly<Record<TuningStep["state"], { tone: Tone; words: string }>> = {
  measuring: { tone: "accent", words: "Measuring" },
  measured: { tone: "warn", words: "Open" },
  kept: { tone: "good", words: "Kept" },
  reverted: { tone: "neutral", words: "Reverted" },
  failed: { tone: "bad", words: "Failed" },
};

export const isOpen = ({ state }: TuningSession) => state !== "finished" && state !== "abandoned";
