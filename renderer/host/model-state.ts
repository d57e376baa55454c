import type { ModelOverview, ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import type { Tone } from "../ui/badge.tsx";
import { failureFigures, type Outcomes } from "../figures/failure-figures.ts";

export type ModelState = ModelOverview["state"] | ObservedModel["state"];

export interface ModelStateText {
  readonly tone: Tone;
  readonly words: string;
  /** What it means, if the label isn't enough. */
  readonly hint?: string;
}

interface Stated extends Partial<Outcomes> {
  readonly state: ModelState;
}

/** The server's state, and since when, ms since the epoch. */
export type Answering = Pick<ServerStatus, "name" | "state" | "since">;

/**
 * A model's state: red if it doesn't serve or fails, unknown while the server doesn't answer. `now`: ms since the epoch.
 */
export function describeModelState(
  model: Stated,
  server: Answering,
  now = Date.now(),
): ModelStateText {
  const known = liveState(model);
  if (server.state === "live") return known;
  const time = formatMoment(server.since, now);
  return {
    tone: "neutral",
    words: `Unknown since ${time}`,
    hint: `${server.name} has not responded since ${time}. Last known state: ${known.words}.`,
  };
}

function liveState(model: Stated): ModelStateText {
  const { state, requestsPerSecond = null, failuresPerSecond = null, sinceLoad = null } = model;
  switch (state) {
    case "READY":
    case "ready":
      return servingState({ requestsPerSecond, failuresPerSecond, sinceLoad });
    case "LOADING":
    case "loading":
      return { tone: "accent", words: "Loading" };
    case "UNLOADING":
      return { tone: "neutral", words: "Unloading" };
    case "UNLOADED":
      return { tone: "neutral", words: "Not loaded" };
    case "UNAVAILABLE":
    case "unavailable":
      return { tone: "bad", words: "Unavailable" };
    case "unknown":
      return { tone: "neutral", words: "State not reported" };
  }
}

function servingState(outcomes: Outcomes): ModelStateText {
  const { level, shareText } = failureFigures(outcomes);
  const hint = `${shareText} of the requests in the last minute failed.`;
  switch (level) {
    case "none":
      return { tone: "good", words: "Ready" };
    case "some":
      return { tone: "warn", words: "Some requests fail", hint };
    case "many":
      return { tone: "bad", words: "Failing", hint };
  }
}

/** Number of serving models: "3 of 4"; unknown while the server doesn't answer. */
export function describeReadyModels(
  models: readonly { readonly state: ModelState }[],
  server: Answering,
  now = Date.now(),
): string {
  if (server.state !== "live") return `Unknown since ${formatMoment(server.since, now)}`;
  const ready = models.filter(({ state }) => state === "READY" || state === "ready");
  return `${ready.length} of ${models.length}`;
}

/** Why a model that doesn't serve has no figures; null if it serves or its state is unknown. */
export function unloadedReason(state: ModelOverview["state"] | undefined): string | null {
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
