import type { ModelOverview } from "../../main/contract/index.ts";
import type { Tone } from "../ui/badge.tsx";

interface StateWords {
  readonly tone: Tone;
  readonly words: string;
}

/** A model's state as a colour and a word; the last known one while the server does not answer. */
export function modelStateWords(state: ModelOverview["state"], live = true): StateWords {
  if (live) return liveWords(state);
  return { tone: "neutral", words: `Was ${liveWords(state).words.toLowerCase()}` };
}

function liveWords(state: ModelOverview["state"]): StateWords {
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

/** Why a model that does not serve has no figures; null for one that serves, or of which nothing is known. */
export function unloadedWords(state: ModelOverview["state"] | undefined): string | null {
  switch (state) {
    case undefined:
    case "READY":
      return null;
    case "LOADING":
      return "This model is being loaded.";
    default:
      return "This model is not loaded.";
  }
}
