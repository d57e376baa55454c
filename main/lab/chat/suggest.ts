import { type ExperimentPlan, PLAN_VERSION } from "../../contract/index.ts";
import { plainTraffic } from "../plain-traffic.ts";
import type { Suggestion } from "../suggest.ts";

const DISTINCT_PROMPTS = 1000;

/** A first plan for a model of a chat server. */
export function suggestChat(serverId: string, model: string): Suggestion {
  const plan: ExperimentPlan = {
    version: PLAN_VERSION,
    serverId,
    wire: "openai",
    traffic: [
      {
        ...plainTraffic(model),
        distinctInputs: DISTINCT_PROMPTS,
        deadlineMs: 120_000,
        inputs: {
          kind: "chat",
          endpoint: "chat",
          prompts: { kind: "words", lengths: { kind: "lognormal", median: 256, sigma: 0.5 } },
          prefixes: null,
          outputs: { kind: "lognormal", median: 128, sigma: 0.5 },
          ignoreEos: true,
          temperature: 0,
        },
      },
    ],
    load: { kind: "concurrency", levels: [1, 4, 16], thinkMs: 0 },
    secondsPerStep: 30,
    requestsPerStep: null,
    warmup: { kind: "auto", mostSeconds: 20 },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed: 1,
  };
  const notes = [
    "Prompts are common words. Before the first step two short requests ask how many tokens the server counts them as.",
    "Every response is as long as planned: requests ask the server to continue past the end of a text (ignore_eos), which vLLM and llama.cpp support. Others may end earlier.",
  ];
  return { plan, distinctIfRepeated: DISTINCT_PROMPTS, notes, sizes: null };
}
