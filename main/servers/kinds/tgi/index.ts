import { z } from "zod";
import type { Observation } from "../../observation.ts";
import { fetchAnswer, Probe, metricsPage, processStart } from "../probe/index.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import { listModels, observedModels, optional, requireHttp } from "../openai/index.ts";
import { readFigures } from "./figures.ts";

const NAME = "Text Generation Inference";
const info = z.object({
  router: z.string().startsWith("text-generation"),
  model_id: z.string(),
  version: optional(z.string()),
  max_concurrent_requests: optional(z.number()),
  max_input_tokens: optional(z.number()),
  max_total_tokens: optional(z.number()),
});

/** Hugging Face's Text Generation Inference (SPEC.md: TGI-1 to TGI-5). */
export const tgi: ObservedKind = {
  kind: "tgi",
  name: NAME,
  capabilities: ["chat"],
  recognise,
  observe,
};

async function recognise(
  { http }: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const interview = new Probe(asked, signal);
  const found = await interview.get(http, "/info", ({ json }) => info.safeParse(json).data ?? null);
  interview.end();
  return found && { version: found.version ?? null };
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, about, health, page] = await Promise.all([
    listModels(http, NAME, signal),
    fetchAnswer(http, "/info", signal),
    fetchAnswer(http, "/health", signal),
    metricsPage(reach.metrics ?? http, "/metrics", signal),
  ]);
  return {
    incarnation: processStart(page.exposition),
    models: observedModels(models, health).map((model) => ({
      ...model,
      facts: [...model.facts, ...limits(about.json)],
    })),
    figures: readFigures(
      page,
      models.map(({ id }) => id),
    ),
    exposition: page.text,
  };
}

function limits(json: unknown): [string, string][] {
  const { max_concurrent_requests, max_input_tokens, max_total_tokens } =
    info.safeParse(json).data ?? {};
  const facts: [string, string][] = [];
  if (max_concurrent_requests)
    facts.push(["Concurrent requests, at most", String(max_concurrent_requests)]);
  if (max_input_tokens) facts.push(["Tokens of a prompt, at most", String(max_input_tokens)]);
  if (max_total_tokens) facts.push(["Context", `${max_total_tokens} tokens`]);
  return facts;
}
