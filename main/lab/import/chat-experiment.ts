import {
  type Arrivals,
  type ChatSource,
  type ExperimentStep,
  PLAN_VERSION,
} from "../../contract/index.ts";
import { plainTraffic } from "../plain-traffic.ts";
import { type NewImportedExperiment, planLoad, UNKNOWN_ENVIRONMENT, within } from "./imported.ts";

interface Source {
  readonly name: string;
  readonly fileName: string;
  readonly tool: string;
  readonly note: string;
  readonly model: string;
  readonly endpoint: ChatSource["endpoint"];
  /** Arrivals of loads by rate. */
  readonly arrivals: Arrivals;
}

/** Steps of another tool's file, all by rate or all by clients. The plan is derived from them; its lengths are means. */
export function chatExperiment(
  source: Source,
  steps: readonly [ExperimentStep, ...ExperimentStep[]],
): NewImportedExperiment {
  const [first] = steps;
  const startedAt = Math.min(...steps.map((step) => step.startedAt));
  const meanLength = (total: number | null | undefined) => ({
    kind: "fixed" as const,
    tokens: within(Math.round((total ?? 0) / Math.max(1, first.successes)), 1, 1_000_000),
  });
  return {
    name: source.name,
    createdAt: startedAt,
    finishedAt: Math.max(...steps.map((step) => step.startedAt + step.seconds * 1000)),
    state: "done",
    reason: null,
    plan: {
      version: PLAN_VERSION,
      serverId: "imported",
      wire: "openai",
      traffic: [
        {
          ...plainTraffic(source.model),
          inputs: {
            kind: "chat",
            endpoint: source.endpoint,
            prompts: { kind: "words", lengths: meanLength(first.chat?.promptTokens) },
            prefixes: null,
            outputs: meanLength(first.chat?.outputTokens),
            ignoreEos: false,
            temperature: 0,
          },
        },
      ],
      load: planLoad(steps, first.load.kind, source.arrivals),
      secondsPerStep: within(first.seconds, 0.1, 3600),
      requestsPerStep: null,
      warmup: { kind: "requests", count: 0 },
      objective: null,
      stopWhenCertified: false,
      goal: { kind: "sweep" },
      seed: 0,
    },
    steps: [...steps],
    environment: UNKNOWN_ENVIRONMENT,
    tags: [source.tool],
    pinned: false,
    note: source.note,
    annotations: [],
    importedFrom: `${source.fileName} (${source.tool})`,
    search: null,
    comparisons: [],
  };
}
