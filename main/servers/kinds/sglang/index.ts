import { z } from "zod";
import type { Observation } from "../../observation.ts";
import { fetchAnswer, Probe, metricsPage, processStart } from "../probe/index.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import { isOwner, listModels, observedModels, requireHttp } from "../openai/index.ts";
import { readFigures } from "./figures.ts";

const NAME = "SGLang";
const info = z.object({ version: z.string() });

/** SGLang's OpenAI-compatible server (SPEC.md: SGLANG-1 to SGLANG-5). */
export const sglang: ObservedKind = {
  kind: "sglang",
  name: NAME,
  capabilities: ["chat"],
  recognise,
  observe,
};

async function recognise(
  reach: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const interview = new Probe(asked, signal);
  const is = await isOwner(reach.http, "sglang", interview);
  interview.end();
  return is && { version: await versionAt(reach, asked, signal) };
}

/** The response holds all arguments of the server, including keys: only the version is kept. */
async function versionAt(
  { http }: Reach,
  asked: ProbeLog,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (!http) return null;
  for (const path of ["/server_info", "/get_server_info"]) {
    const { status, json } = await fetchAnswer(http, path, signal);
    const version = info.safeParse(json).data?.version ?? null;
    asked(`GET ${http.url}${path}`, `${status} ${version ?? ""}`.trim(), version !== null);
    if (version !== null) return version;
  }
  return null;
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, page] = await Promise.all([
    listModels(http, NAME, signal),
    metricsPage(reach.metrics ?? http, "/metrics", signal),
  ]);
  return {
    incarnation: processStart(page.exposition),
    models: observedModels(models),
    figures: readFigures(
      page,
      models.filter(({ parent }) => !parent).map(({ id }) => id),
    ),
    exposition: page.text,
  };
}
