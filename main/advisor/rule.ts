import type { LoadRefusal } from "../configs/index.ts";
import type { Rule } from "../../engine/config/lint/rule.ts";
import type { ConfigChange, Evidence, Remedy } from "../contract/index.ts";
import type { MetricsReading } from "../servers/metrics/index.ts";
import type { ModelWindow } from "./window.ts";

/** What a rule found; the board adds the server, model and time. */
export interface Found {
  /** If it says more than the rule's own title. */
  readonly title?: string;
  /** The observation, as a sentence. */
  readonly symptom: string;
  readonly evidence: readonly Evidence[];
  readonly remedies: readonly Remedy[];
  /** For a rule about the server, the model it concerns; default: none. */
  readonly model?: string;
}

/** "fine": judged, no problem. "unknown": too little data to judge. */
export type Verdict = Found | "fine" | "unknown";

/** What a server as a whole reported over some seconds. */
export interface ServerWindow {
  readonly from: number;
  readonly to: number;
  readonly metrics: readonly MetricsReading[];
  /** Misses and evictions of the response cache in the span; null where not reported by this server. */
  readonly cache: { readonly misses: number; readonly evictions: number } | null;
  /** Null if the server accepts loads by call, or if that is unknown. */
  readonly loadRefusal: LoadRefusal | null;
  /** Texts of failures and of the server's log, of the last minutes, with the model they are about. */
  readonly texts: readonly { readonly text: string; readonly model: string | null }[];
}

/** What a server can report, as far as rules depend on it. */
export interface ServerFacts {
  /** Whether it is a Batchdeck engine, which reports depths, instances, percentiles and reasons. */
  readonly insight: boolean;
  /** Null while its metrics can't be read. */
  readonly metrics: MetricsReading | null;
  /** Whether its log can be read. */
  readonly log: boolean;
}

interface AdvisorRule extends Rule {
  /** Why it can't be judged on a server; null: it can. Default: it always can. */
  readonly unwatched?: (server: ServerFacts) => string | null;
}

export interface ModelRule extends AdvisorRule {
  readonly judge: (window: ModelWindow) => Verdict;
}

export interface ServerRule extends AdvisorRule {
  readonly judge: (window: ServerWindow) => Verdict;
}

/** A change of a model's configuration, to be measured before and after. */
export function changeRemedy(
  window: ModelWindow,
  title: string,
  why: string,
  changes: readonly ConfigChange[],
): Remedy {
  return { title, why, model: window.model, changes: [...changes], experiment: measured(window) };
}

/** Nothing to change, but something to measure. */
export function measureRemedy(
  window: ModelWindow,
  title: string,
  why: string,
  more: Partial<NonNullable<Remedy["experiment"]>> = {},
): Remedy {
  return {
    title,
    why,
    model: window.model,
    changes: [],
    experiment: { ...measured(window), ...more },
  };
}

/** Something to do outside of the console. */
export function adviceRemedy(title: string, why: string): Remedy {
  return { title, why, model: null, changes: [], experiment: null };
}

/** A plan around the number of concurrent requests. */
function measured({ waiting, counts }: ModelWindow): NonNullable<Remedy["experiment"]> {
  const underWay = waiting.mean + (counts.executing ?? 1);
  const middle = Math.min(512, Math.max(2, Math.round(underWay)));
  return {
    concurrencies: [...new Set([Math.max(1, Math.round(middle / 2)), middle, middle * 2])],
    distinctInputs: null,
    batchSize: null,
  };
}
