import { z } from "zod";
import { request, topic } from "../define.ts";
import { experimentComparison } from "./comparison.ts";
import { costs } from "./cost.ts";
import {
  annotation,
  experiment,
  experimentProgress,
  experimentState,
  experimentSummary,
} from "./experiment.ts";
import { experimentPlan, MAX_PER_SECOND } from "./plan.ts";
import { requestTraceFormat, requestTraceSummary, traceSample } from "./request-trace.ts";
import { modelSizes } from "../sizes.ts";
import { trafficState } from "./traffic-state.ts";
import { watch } from "./watch.ts";

export * from "./change-text.ts";
export * from "./objective-text.ts";
export * from "./chat-contents.ts";
export * from "./comparison.ts";
export * from "./conversation.ts";
export * from "./conversation-text.ts";
export * from "./cost.ts";
export * from "./cost-text.ts";
export * from "./start-text.ts";
export * from "./experiment.ts";
export * from "./inputs.ts";
export * from "./lengths.ts";
export * from "./plan.ts";
export * from "./prefix-groups.ts";
export * from "./request-trace.ts";
export * from "./request-trace-text.ts";
export * from "./step.ts";
export * from "./traffic-state.ts";
export * from "./watch.ts";

const id = z.object({ id: z.number() });
const plan = z.object({ plan: experimentPlan });
const file = z.object({ fileName: z.string(), content: z.string() });
/** A step of an experiment by its position, or all that belong to a candidate. */
const side = z.object({
  id: z.number(),
  step: z.number().optional(),
  candidate: z.number().optional(),
});
/** `vllm-bench`, `aiperf`, `guidellm`: the result formats of those tools, only for experiments on chat servers. */
export const exportFormat = z.enum(["csv", "json", "html", "vllm-bench", "aiperf", "guidellm"]);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Preview of a plan. */
export const planPreview = z.object({
  /** Expected, warm-ups and configuration changes included; at most `mostSeconds`. */
  seconds: z.number(),
  mostSeconds: z.number(),
  requests: z.number().nullable(),
  /** Expected number of measurements. */
  measurements: z.number(),
  /** In their order; only the first of very many. */
  steps: z.array(
    z.object({
      phase: z.enum(["apply", "warmup", "measure"]),
      from: z.number(),
      seconds: z.number(),
      /** Clients or requests per second at its start and end. */
      fromValue: z.number(),
      toValue: z.number(),
      label: z.string(),
    }),
  ),
  /** Assumptions. */
  notes: z.array(z.string()),
  /** Why its figures may not support the goal, e.g. not enough requests for a p99. */
  warnings: z.array(z.string()),
});
export type PlanPreview = z.infer<typeof planPreview>;

export const labRequests = {
  /** A suggested plan for the model. FAILED_PRECONDITION names the input that can't be generated, and why. */
  "lab.suggest": request(
    z.object({ serverId: z.string(), model: z.string() }),
    z.object({
      plan: experimentPlan,
      /** Suggested number of different requests for a load with repeats. */
      distinctIfRepeated: z.number(),
      notes: z.array(z.string()),
      /** Sizes of its dynamic dimensions; null for chat. If `failed`, the plan has empty shapes for the user to enter. */
      sizes: modelSizes.nullable(),
    }),
  ),
  /**
   * Summary of a trace's part from `from` s up to `until`; `format` null: recognised by its first line.
   * INVALID_ARGUMENT names the line and the field.
   */
  "lab.requestTrace": request(
    z.object({
      path: z.string().min(1),
      format: requestTraceFormat.nullable(),
      from: z.number().min(0),
      until: z.number().min(0).nullable(),
      sample: traceSample.nullable().optional(),
    }),
    requestTraceSummary,
  ),
  /** INVALID_ARGUMENT names the invalid part of the plan. */
  "lab.preview": request(plan, planPreview),
  "lab.start": request(plan.extend({ name: z.string() }), id),
  /** Continues with the steps that an interrupted, cancelled or paused experiment has not measured. */
  "lab.resume": request(id, z.object({})),
  /** After the running step; its measurement is kept. */
  "lab.pause": request(id, z.object({})),
  /** Ends it now, keeps its measurements, and restores the configuration. */
  "lab.cancel": request(id, z.object({})),
  /** Changes the load of the running step and marks it as changed. */
  "lab.adjust": request(
    z.object({ id: z.number(), value: z.number().positive().max(MAX_PER_SECOND) }),
    z.object({}),
  ),
  /** Pinned first, then newest first. `query` matches names, tags, notes, models and servers. */
  "lab.list": request(
    z.object({
      model: z.string().optional(),
      query: z.string().optional(),
      tag: z.string().optional(),
      state: experimentState.optional(),
    }),
    z.array(experimentSummary),
  ),
  "lab.get": request(id, experiment),
  /** Absent fields are unchanged. */
  "lab.update": request(
    z.object({
      id: z.number(),
      name: z.string().optional(),
      tags: z.array(z.string().min(1).max(40)).max(20).optional(),
      pinned: z.boolean().optional(),
      note: z.string().max(20_000).optional(),
      /** Null: neither price nor power is known. */
      costs: costs.nullable().optional(),
    }),
    z.object({}),
  ),
  "lab.annotate": request(
    z.object({ id: z.number(), step: z.number().nullable(), text: z.string().min(1).max(2000) }),
    annotation,
  ),
  "lab.removeAnnotation": request(
    z.object({ id: z.number(), annotation: z.number() }),
    z.object({}),
  ),
  "lab.remove": request(id, z.object({})),
  /** Two steps, two candidates, or two whole experiments: load by load. */
  "lab.compare": request(z.object({ before: side, after: side }), experimentComparison),
  /** [percentile 0..100, response ms, service ms], up to the highest percentile that the sample supports. */
  "lab.spectrum": request(
    z.object({ id: z.number(), step: z.number() }),
    z.array(z.tuple([z.number(), z.number(), z.number()])),
  ),
  /** The step of a sweep or search beyond which more load adds more latency than throughput. */
  "lab.knee": request(id, z.object({ step: z.number().nullable() })),
  /** The equivalent shell commands; `perfAnalyzer` with its limitations in `differences`. */
  "lab.command": request(
    plan,
    z.object({
      command: z.string(),
      perfAnalyzer: z.string().nullable(),
      differences: z.array(z.string()),
    }),
  ),
  "lab.export": request(
    z.object({ id: z.number(), format: exportFormat }),
    /** One file, except `aiperf` with a file per load. */
    z.array(z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() })).min(1),
  ),
  /**
   * Exported JSON or HTML, or a result of perf_analyzer, `vllm bench serve`, AIPerf or GuideLLM; `records`: AIPerf's records
   * that belong to its summary. INVALID_ARGUMENT names the error in the file.
   */
  "lab.import": request(file.extend({ records: file.optional() }), id),
  "lab.watches": request(z.object({}), z.array(watch)),
  "lab.addWatch": request(
    z.object({
      baseline: z.number(),
      name: z.string().min(1).max(120),
      everyMinutes: z.number().int().min(1).max(10_080),
    }),
    id,
  ),
  "lab.setWatch": request(
    z.object({
      id: z.number(),
      enabled: z.boolean(),
      everyMinutes: z.number().int().min(1).max(10_080),
    }),
    z.object({}),
  ),
  "lab.removeWatch": request(id, z.object({})),
  "traffic.start": request(
    z.object({
      serverId: z.string(),
      models: z.array(z.string()).min(1),
      /** Outstanding requests per model. */
      concurrency: z.number().int().min(1).max(64),
      seconds: z.number().min(1).max(600),
    }),
    trafficState,
  ),
  "traffic.stop": request(z.object({}), trafficState),
};

export const labTopics = {
  "lab.progress": topic(id, experimentProgress),
  /** Emits whenever the list of experiments, or of watches, changed. */
  "lab.changed": topic(z.object({}), z.object({ count: z.number() })),
  /** The current measurement as a clause such as "Experiment 7 'ranker' is running"; null: an experiment or a comparison can start. */
  "lab.turn": topic(
    z.object({}),
    z.object({
      holder: z.string().nullable(),
      /** A server on this machine is measured: live figures don't change until the end. */
      isQuiet: z.boolean(),
    }),
  ),
  "traffic.state": topic(z.object({}), trafficState),
};
