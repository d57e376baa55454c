import { z } from "zod";
import { request, topic } from "./define.ts";
import { figureId } from "./figures.ts";
import { metricKey } from "./observed.ts";

const bound = {
  comparison: z.enum(["over", "under"]),
  /** In the figure's or the metric's unit. */
  threshold: z.number(),
};

/** What an alert rule watches. */
export const alertCondition = z.discriminatedUnion("kind", [
  /** `model`: "" is the whole server; null: each model separately. */
  z.object({
    kind: z.literal("figure"),
    figure: figureId,
    model: z.string().max(300).nullable(),
    ...bound,
  }),
  z.object({ kind: z.literal("metric"), key: metricKey, ...bound }),
  /** The server does not answer. */
  z.object({ kind: z.literal("lost") }),
  /** A model that the server lists does not serve. */
  z.object({ kind: z.literal("notReady"), model: z.string().max(300).nullable() }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;

export const alertScope = z.discriminatedUnion("kind", [
  /** Each server and each replica of a fleet separately. */
  z.object({ kind: z.literal("all") }),
  z.object({ kind: z.literal("servers"), ids: z.array(z.string().max(300)).min(1).max(200) }),
  /** Each replica separately. */
  z.object({ kind: z.literal("fleet"), id: z.number() }),
  /** The fleet as a whole: sums, and histograms merged over its replicas. It is lost when no replica answers. */
  z.object({ kind: z.literal("whole"), id: z.number() }),
]);
export type AlertScope = z.infer<typeof alertScope>;

const alertSeverity = z.enum(["warning", "error"]);

export const alertDraft = z.object({
  name: z.string().trim().min(1).max(100),
  condition: alertCondition,
  scope: alertScope,
  /** How long the condition has to hold without a break. */
  forSeconds: z.number().int().min(0).max(86_400),
  severity: alertSeverity,
  enabled: z.boolean(),
});
export type AlertDraft = z.infer<typeof alertDraft>;

export const alertRule = alertDraft.extend({
  id: z.number(),
  /** ms since the epoch; until then it is evaluated but raises no alert; null: not silenced. */
  silencedUntil: z.number().nullable(),
  /** On how many servers and models the condition holds, but not for long enough. */
  pending: z.number(),
  firing: z.number(),
});
export type AlertRule = z.infer<typeof alertRule>;

/** One alert: a rule whose condition holds or held on one server. Times are ms since the epoch. */
export const alertFiring = z.object({
  id: z.number(),
  ruleId: z.number(),
  /** The rule's name at that time. */
  rule: z.string(),
  severity: alertSeverity,
  /** "fleet-ID" for a fleet as a whole. */
  serverId: z.string(),
  server: z.string(),
  /** "": the whole server, or a metric of it. */
  model: z.string(),
  firedAt: z.number(),
  /** Null while it is active. */
  endedAt: z.number().nullable(),
  /**
   * `well`: the condition holds no more; `unknown`: there was no data for too long; `rule`: the rule was changed,
   * switched off or removed; `gone`: the server was removed; `console`: the console was closed in the meantime.
   */
  endedBy: z.enum(["well", "unknown", "rule", "gone", "console"]).nullable(),
  acknowledgedAt: z.number().nullable(),
  /** Whether the rule was silenced when it fired. */
  silenced: z.boolean(),
  /** The latest and the worst value; null where the rule has no figure. */
  value: z.number().nullable(),
  worst: z.number().nullable(),
  /** What happened, with figures and units, in a sentence without the rule's name. */
  detail: z.string(),
});
export type AlertFiring = z.infer<typeof alertFiring>;

export const alertState = z.object({
  rules: z.array(alertRule),
  /** Newest first. */
  firing: z.array(alertFiring),
});
export type AlertState = z.infer<typeof alertState>;

/** How often a rule would have fired. */
export const alertPreview = z.object({
  from: z.number(),
  to: z.number(),
  /** Time between two evaluations: 10 s or 5 minutes. Over 5 minutes the mean counts. */
  stepSeconds: z.number(),
  /** Number of servers and models with data. */
  series: z.number(),
  /** Total; `firings` has the newest 50. */
  count: z.number(),
  firings: z.array(
    z.object({
      serverId: z.string(),
      server: z.string(),
      model: z.string(),
      from: z.number(),
      /** Null: it would still be active. */
      to: z.number().nullable(),
      worst: z.number().nullable(),
    }),
  ),
  /** Why it is unknown; null where it is known. */
  unavailable: z.string().nullable(),
});
export type AlertPreview = z.infer<typeof alertPreview>;

const rule = z.object({ id: z.number() });

export const alertRequests = {
  /** `id` null: a new rule. Changing a rule ends its active alerts. NOT_FOUND. */
  "alerts.save": request(z.object({ id: z.number().nullable(), rule: alertDraft }), rule),
  "alerts.remove": request(rule, z.object({})),
  /** For this many minutes from now; 0 ends the silence. */
  "alerts.silence": request(
    rule.extend({
      minutes: z
        .number()
        .min(0)
        .max(60 * 24 * 30),
    }),
    z.object({}),
  ),
  /** `id`: of a firing. It continues, and is no longer counted in the rail. */
  "alerts.acknowledge": request(rule, z.object({})),
  /** Ended alerts, newest first. */
  "alerts.past": request(
    z.object({ limit: z.number().int().min(1).max(500) }),
    z.array(alertFiring),
  ),
  "alerts.preview": request(
    z.object({
      rule: alertDraft,
      hours: z
        .number()
        .min(1)
        .max(24 * 30),
    }),
    alertPreview,
  ),
};

export const alertTopics = {
  "alerts.state": topic(z.object({}), alertState),
};

interface AlertPreset {
  readonly id: string;
  readonly meaning: string;
  readonly rule: AlertDraft;
}

const everywhere = { scope: { kind: "all" }, enabled: true } as const;

/** Templates. */
export const ALERT_PRESETS: readonly AlertPreset[] = [
  {
    id: "queue",
    meaning:
      "More requests wait than are worked on: add instances or replicas, or bound the queue.",
    rule: {
      ...everywhere,
      name: "Queue depth over 50 for a minute",
      condition: {
        kind: "figure",
        figure: "waiting",
        model: null,
        comparison: "over",
        threshold: 50,
      },
      forSeconds: 60,
      severity: "warning",
    },
  },
  {
    id: "rejections",
    meaning: "Requests are rejected because a queue is full or a timeout passed.",
    rule: {
      ...everywhere,
      name: "Rejections",
      condition: {
        kind: "figure",
        figure: "rejectedPerSecond",
        model: null,
        comparison: "over",
        threshold: 0,
      },
      forSeconds: 0,
      severity: "error",
    },
  },
  {
    id: "failures",
    meaning: "Requests fail, for any reason.",
    rule: {
      ...everywhere,
      name: "Failures for half a minute",
      condition: {
        kind: "figure",
        figure: "failuresPerSecond",
        model: null,
        comparison: "over",
        threshold: 0,
      },
      forSeconds: 30,
      severity: "error",
    },
  },
  {
    id: "lost",
    meaning: "A server, or a replica of a fleet, does not answer.",
    rule: {
      ...everywhere,
      name: "Server or replica lost",
      condition: { kind: "lost" },
      forSeconds: 30,
      severity: "error",
    },
  },
  {
    id: "not-ready",
    meaning: "A model is in the server's list and doesn't serve.",
    rule: {
      ...everywhere,
      name: "Model not ready for two minutes",
      condition: { kind: "notReady", model: null },
      forSeconds: 120,
      severity: "warning",
    },
  },
  {
    id: "hit-rate",
    meaning: "Low cache hit rate: the cache may cost more than it saves.",
    rule: {
      ...everywhere,
      name: "Cache hit rate below 20 % for five minutes",
      condition: {
        kind: "figure",
        figure: "cacheHitRate",
        model: null,
        comparison: "under",
        threshold: 0.2,
      },
      forSeconds: 300,
      severity: "warning",
    },
  },
  {
    id: "queue-to-compute",
    meaning: "Requests wait longer than they are worked on.",
    rule: {
      ...everywhere,
      name: "Queue time longer than compute time for two minutes",
      condition: {
        kind: "figure",
        figure: "queueToCompute",
        model: null,
        comparison: "over",
        threshold: 1,
      },
      forSeconds: 120,
      severity: "warning",
    },
  },
  {
    id: "kv-cache",
    meaning: "The KV cache is nearly full; requests will be preempted soon.",
    rule: {
      ...everywhere,
      name: "KV cache over 95 % for a minute",
      condition: {
        kind: "figure",
        figure: "kvCacheUse",
        model: null,
        comparison: "over",
        threshold: 0.95,
      },
      forSeconds: 60,
      severity: "warning",
    },
  },
];
