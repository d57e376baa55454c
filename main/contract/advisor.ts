import { z } from "zod";
import { request, topic } from "./define.ts";

/** How a piece of evidence is counted; "text" is shown as it is. */
export const EVIDENCE_UNITS = [
  "ms",
  "share",
  "perSecond",
  "items",
  "count",
  "bytes",
  "text",
] as const;

/** One live figure that a finding is based on. */
export const evidence = z.object({
  label: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.enum(EVIDENCE_UNITS),
});
export type Evidence = z.infer<typeof evidence>;

/** A new value for a field of a configuration, for `setValue` of the text editor; null removes the field. */
export const configChange = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  value: z.unknown(),
});
export type ConfigChange = z.infer<typeof configChange>;

/** One thing to try. */
export const remedy = z.object({
  title: z.string(),
  /** Why it may help, and what it costs. */
  why: z.string(),
  /** The model to change or to measure. */
  model: z.string().nullable(),
  /** Empty: no change of the configuration. */
  changes: z.array(configChange),
  /** What to replace in the plan suggested for the model; null: nothing to measure. */
  experiment: z
    .object({
      concurrencies: z.array(z.number()),
      distinctInputs: z.number().nullable(),
      batchSize: z.number().nullable(),
    })
    .nullable(),
});
export type Remedy = z.infer<typeof remedy>;

export const advice = z.object({
  /** Stable while the finding lasts. */
  id: z.string(),
  /** Its page is docs/rules/RULE-….md. */
  rule: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  serverId: z.string(),
  /** Null: it concerns the server. */
  model: z.string().nullable(),
  title: z.string(),
  /** What was observed, as a sentence. */
  symptom: z.string(),
  evidence: z.array(evidence),
  /** What the evidence covers, ms since the epoch. */
  from: z.number(),
  to: z.number(),
  /** When it was first raised, ms since the epoch. */
  since: z.number(),
  /** False when traffic stopped: the evidence is from the last span with enough of it. */
  current: z.boolean(),
  /** What to try first comes first. */
  remedies: z.array(remedy),
});
export type Advice = z.infer<typeof advice>;

export const watchedRule = z.object({
  rule: z.string(),
  title: z.string(),
  /** Why this server doesn't show what the rule needs; null: it does. */
  unwatched: z.string().nullable(),
});

export const adviceFrame = z.object({
  serverId: z.string(),
  t: z.number(),
  /** Worst first. */
  findings: z.array(advice),
  rules: z.array(watchedRule),
});
export type AdviceFrame = z.infer<typeof adviceFrame>;

export const gpuReading = z.object({
  uuid: z.string(),
  /** 0..1 */
  utilization: z.number().nullable(),
  memoryUsedBytes: z.number().nullable(),
  memoryTotalBytes: z.number().nullable(),
  powerWatts: z.number().nullable(),
  powerLimitWatts: z.number().nullable(),
  /** Since the server started. */
  energyJoules: z.number().nullable(),
});
export type GpuReading = z.infer<typeof gpuReading>;

export const machineFrame = z.object({
  serverId: z.string(),
  t: z.number(),
  /** Why the metrics could not be read; null when they were. */
  problem: z.string().nullable(),
  /** 0..1 of all cores. */
  cpuUtilization: z.number().nullable(),
  memoryUsedBytes: z.number().nullable(),
  memoryTotalBytes: z.number().nullable(),
  /** Empty: the server reports none. */
  gpus: z.array(gpuReading),
  /** Instances of all ready models by device, e.g. "CPU" or "GPU 0". */
  devices: z.array(
    z.object({
      device: z.string(),
      models: z.array(z.object({ model: z.string(), instances: z.number() })),
    }),
  ),
  /** Use of the CPU and of each GPU (in the order of `gpus`) over the last minutes, oldest first, 0..1. */
  trail: z.array(
    z.object({ t: z.number(), cpu: z.number().nullable(), gpus: z.array(z.number().nullable()) }),
  ),
});
export type MachineFrame = z.infer<typeof machineFrame>;

const model = z.object({ serverId: z.string(), model: z.string() });
/** A model's latency objective (SLO) for p99, ms; null: none. */
const objective = z.object({ p99Ms: z.number().positive().max(3_600_000).nullable() });

export const advisorRequests = {
  "advisor.objective": request(model, objective),
  "advisor.setObjective": request(model.extend(objective.shape), objective),
};

export const advisorTopics = {
  /** Once a second. */
  "advisor.advice": topic(z.object({ serverId: z.string() }), adviceFrame),
  /** Once a second, what the server reports of the machine it runs on. */
  "advisor.machine": topic(z.object({ serverId: z.string() }), machineFrame),
};
