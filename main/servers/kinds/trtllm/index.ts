import { z } from "zod";
import type { Observation } from "../../observation.ts";
import { answerOf, Interview, metricsPage, processStart } from "../asking/index.ts";
import type { Asked, ObservedKind, Reach, Recognised } from "../kind.ts";
import { isOwner, listedFacts, listModels, requireHttp } from "../openai/index.ts";
import { figuresOf } from "./figures.ts";

const NAME = "TensorRT-LLM (trtllm-serve)";
const versionAnswer = z.object({ version: z.string() });

/** TensorRT-LLM's trtllm-serve (SPEC.md: TRTLLM-1 to TRTLLM-5). */
export const trtllm: ObservedKind = {
  kind: "trtllm",
  name: NAME,
  capabilities: ["chat"],
  recognise,
  observe,
};

async function recognise(
  { http }: Reach,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const interview = new Interview(asked, signal);
  const is = await isOwner(http, "tensorrt_llm", interview);
  interview.end();
  if (!is) return null;
  const version = await interview.ask(
    http,
    "/version",
    ({ json }) => versionAnswer.safeParse(json).data?.version ?? null,
  );
  return { version };
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, health, page] = await Promise.all([
    listModels(http, NAME, signal),
    answerOf(http, "/health", signal),
    metricsPage(reach.metrics ?? http, "/prometheus/metrics", signal),
  ]);
  const isUnhealthy = health.status === 503;
  return {
    incarnation: processStart(page.exposition),
    models: models.map((model) => ({
      name: model.id,
      versions: [],
      state: isUnhealthy ? ("unavailable" as const) : ("ready" as const),
      reason: isUnhealthy ? "It is unhealthy: /health answers with status 503." : null,
      facts: listedFacts(model),
    })),
    figures: figuresOf(
      page,
      models.map(({ id }) => id),
    ),
    exposition: page.text,
  };
}
