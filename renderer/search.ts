import { z } from "zod";
import { arrivals, MAX_GAPS, predictedPlan } from "../main/contract/index.ts";
import { SORT_KEYS } from "./figures/sort-models.ts";

/** Search parameters of an address. Invalid ones are ignored, not rejected. */
export const overviewSearch = z.object({
  filter: z.string().default("").catch(""),
  sort: z.enum(SORT_KEYS).default("name").catch("name"),
  descending: z.boolean().default(false).catch(false),
});
export type OverviewSearch = z.output<typeof overviewSearch>;

export const MODEL_TABS = [
  "metrics",
  "advice",
  "traces",
  "configuration",
  "what-if",
  "experiments",
  "try",
  "details",
] as const;
export const RANGES = ["1m", "5m", "15m", "30m"] as const;
/** Includes ranges that need the history on disk. */
export const LONG_RANGES = ["5m", "30m", "3h", "24h", "7d"] as const;

export const modelSearch = z.object({
  tab: z.enum(MODEL_TABS).default("metrics").catch("metrics"),
  /** Live: this range up to now. */
  range: z.enum(RANGES).default("5m").catch("5m"),
  /** A fixed span, ms since the epoch; both or none. */
  from: z.number().optional().catch(undefined),
  to: z.number().optional().catch(undefined),
  /** The selected trace. */
  trace: z.number().optional().catch(undefined),
  /** Jumps to the first error, again for each new number. */
  fix: z.number().optional().catch(undefined),
});
export type ModelSearch = z.output<typeof modelSearch>;

export const connectionsSearch = z.object({
  /** Whether the form that connects a server is open. */
  add: z.boolean().optional().catch(undefined),
  /** The server whose connection is being edited. */
  edit: z.string().optional().catch(undefined),
});
export type ConnectionsSearch = z.output<typeof connectionsSearch>;

const shownMetric = z.object({
  name: z.string(),
  labels: z.record(z.string(), z.string()),
  as: z.enum(["value", "rate", "mean", "p50", "p95", "p99"]),
});

export const MODELS_TABS = ["models", "charts", "settings", "try", "launch"] as const;

/** A server's models page with its tabs. */
export const modelsSearch = z.object({
  tab: z.enum(MODELS_TABS).default("models").catch("models"),
  /** Charts: live, this range up to now. */
  range: z.enum(LONG_RANGES).default("5m").catch("5m"),
  /** A fixed span, ms since the epoch; both or none. */
  from: z.number().optional().catch(undefined),
  to: z.number().optional().catch(undefined),
  /** The model of the charts; by default the one with the most figures. */
  of: z.string().optional().catch(undefined),
  /** Ids of charts; by default the key charts of this kind of server. */
  charts: z.array(z.string()).optional().catch(undefined),
  /** Additional charted metrics. */
  metrics: z.array(shownMetric).optional().catch(undefined),
});
export type ModelsSearch = z.output<typeof modelsSearch>;

/** A server's page in earlier versions, now part of its models page. */
export const formerServerSearch = modelsSearch.omit({ tab: true, range: true }).extend({
  range: z.enum(LONG_RANGES).optional().catch(undefined),
  view: z.enum(["try"]).optional().catch(undefined),
});

/** Where an address of the former page leads: to the charts if it names any, else to the models. */
export function modelsSearchFrom({
  view,
  ...rest
}: z.output<typeof formerServerSearch>): z.input<typeof modelsSearch> {
  const { charts, metrics, of, from, range } = rest;
  const isCharts = [charts, metrics, of, from, range].some((each) => each !== undefined);
  return { ...rest, tab: view === "try" ? "try" : isCharts ? "charts" : "models" };
}

export const newExperimentSearch = z.object({
  model: z.string().optional().catch(undefined),
  /** Start from the plan of this experiment. */
  like: z.number().optional().catch(undefined),
  /** Overrides the suggested values. */
  concurrencies: z
    .array(z.number().int().min(1).max(1024))
    .min(1)
    .max(32)
    .optional()
    .catch(undefined),
  rates: z.array(z.number().min(0.01).max(1_000_000)).min(1).max(32).optional().catch(undefined),
  /** For `rates`; default: Poisson. */
  arrivals: arrivals.optional().catch(undefined),
  /** Recorded gaps between requests, µs. */
  gaps: z.array(z.number().min(0)).min(1).max(MAX_GAPS).optional().catch(undefined),
  distinctInputs: z.number().int().min(1).max(10_000).optional().catch(undefined),
  /** Share of the requests that repeat an earlier one. */
  repeats: z.number().gt(0).max(1).optional().catch(undefined),
  batchSize: z.number().int().min(1).optional().catch(undefined),
  goal: z.enum(["sweep", "search", "compare"]).optional().catch(undefined),
  /** With the goal "compare": the text that is compared with the active configuration. */
  candidate: z.string().max(200_000).optional().catch(undefined),
  /** What What-if predicts of this load, and of the candidate. */
  predicted: predictedPlan.optional().catch(undefined),
});
export type NewExperimentSearch = z.output<typeof newExperimentSearch>;

export const experimentSearch = z.object({
  /** The experiment to compare with; 0: none. */
  compare: z.number().optional().catch(undefined),
  /** The selected step. */
  step: z.number().int().min(0).optional().catch(undefined),
});

export const experimentsSearch = z.object({
  query: z.string().default("").catch(""),
  tag: z.string().default("").catch(""),
});

/** An experiment, or one of its steps or candidates; id 0: not chosen yet. */
const experimentSide = z.object({
  id: z.number().int().default(0).catch(0),
  step: z.number().int().min(0).optional().catch(undefined),
  candidate: z.number().int().min(0).optional().catch(undefined),
});
export type ExperimentSide = z.output<typeof experimentSide>;

export const compareExperimentsSearch = z.object({
  before: experimentSide.default({ id: 0 }).catch({ id: 0 }),
  after: experimentSide.default({ id: 0 }).catch({ id: 0 }),
});

/** Models to deploy, and the cluster's namespace. */
export const deploySearch = z.object({
  models: z.array(z.string()).optional().catch(undefined),
  namespace: z.string().optional().catch(undefined),
});

/** `mode`: how a session continues; default: an automatic search. */
export const newTuningSearch = z.object({
  model: z.string().optional().catch(undefined),
  mode: z.enum(["manual"]).optional().catch(undefined),
});

export const eventsSearch = z.object({
  view: z.enum(["events", "engine"]).default("events").catch("events"),
  level: z.enum(["all", "info", "warning", "error"]).default("all").catch("all"),
  source: z.string().default("").catch(""),
});
export type EventsSearch = z.output<typeof eventsSearch>;

export const fleetSearch = z.object({
  tab: z
    .enum(["replicas", "configurations", "traffic", "rollouts", "canary", "compare", "source"])
    .default("replicas")
    .catch("replicas"),
  /** What the cells show: a figure, or "state", "version", "configuration". */
  show: z.string().default("requestsPerSecond").catch("requestsPerSecond"),
  /** The fleet to compare with. */
  other: z.number().int().optional().catch(undefined),
  /** The search for a configuration whose result is to be rolled out. */
  fromSearch: z.number().int().optional().catch(undefined),
});
export type FleetSearch = z.output<typeof fleetSearch>;

/** On every page: the selected server; default: the host's own. */
export const rootSearch = z.object({ server: z.string().optional().catch(undefined) });

const comparedSide = z.object({
  server: z.string().default("").catch(""),
  model: z.string().default("").catch(""),
  /** "force", "served", "file", "draft" or a revision's id. */
  revision: z.coerce.string().default("force").catch("force"),
});
export type ComparedSide = z.output<typeof comparedSide>;

const nowhere: ComparedSide = { server: "", model: "", revision: "force" };

export const compareSearch = z.object({
  a: comparedSide.default(nowhere).catch(nowhere),
  b: comparedSide.default(nowhere).catch(nowhere),
});
