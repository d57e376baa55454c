import { z } from "zod";
import type { Observation } from "../../observation.ts";
import { fetchAnswer, Probe, metricsPage, processStart } from "../probe/index.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import { isOwner, listModels, observedModels, requireHttp } from "../openai/index.ts";
import { readFigures } from "./figures.ts";

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
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const interview = new Probe(asked, signal);
  const is = await isOwner(http, "tensorrt_llm", interview);
  interview.end();
  if (!is) return null;
  const version = await interview.get(
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
    fetchAnswer(http, "/health", signal),
    metricsPage(reach.metrics ?? http, "/prometheus/metrics", signal),
  ]);
  return {
    incarnation: processStart(page.exposition),
    models: observedModels(models, health),
    figures: readFigures(
      page,
      models.map(({ id }) => id),
    ),
    exposition: page.text,
  };
}
