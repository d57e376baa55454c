import type { ModelOverview } from "../../main/contract/index.ts";
import type { Tone } from "../ui/badge.tsx";

/** A model's state as a colour and a word. */
export function modelStateWords(state: ModelOverview["state"]): { tone: Tone; words: string } {
  switch (state) {
    case "READY":
      return { tone: "good", words: "Ready" };
    case "LOADING":
      return { tone: "accent", words: "Loading" };
    case "UNLOADING":
      return { tone: "neutral", words: "Unloading" };
    case "UNLOADED":
      return { tone: "neutral", words: "Not loaded" };
    case "UNAVAILABLE":
      return { tone: "bad", words: "Unavailable" };
  }
}
