import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { Observation, RawFigure } from "../../observation.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import { type HttpResponse, fetchAnswer, metricsPage, processStart } from "../probe/index.ts";
import type { Exposition } from "../exposition/index.ts";
import type { Reach } from "../kind.ts";
import { asleep } from "./facts.ts";
import { readFigures } from "./figures.ts";
import { modelList } from "../openai/index.ts";
import { type Health, listedModels, modelsOfMetrics } from "./models.ts";

export async function observe(
  { http, metrics }: Reach,
  signal?: AbortSignal,
  version: string | null = null,
): Promise<Observation> {
  if (!http)
    throw new StatusError("FAILED_PRECONDITION", "The connection has no HTTP address for vLLM.");
  const [list, health, { text, exposition }] = await Promise.all([
    fetchAnswer(http, "/v1/models", signal),
    fetchAnswer(http, "/health", signal),
    metricsPage(metrics ?? http, "/metrics", signal),
  ]);
  const listed = modelList.safeParse(list.json).data?.data;
  const standing = toHealth(health, exposition);
  const reason = standing.reason ?? unlisted(list);
  const models = listed
    ? listedModels(listed, standing, exposition)
    : modelsOfMetrics(exposition, { ...standing, reason });
  if (!listed && models.length === 0) throw notVllm(http, list);
  return {
    incarnation: processStart(exposition),
    models,
    figures: await withLoad(readFigures(exposition, version), http, signal),
    exposition: text,
  };
}

function toHealth({ status }: HttpResponse, exposition: Exposition): Health {
  if (status === 503)
    return { state: "unavailable", reason: "Its engine is dead: /health answers with status 503." };
  if (asleep(exposition))
    return { state: "unavailable", reason: "It is asleep (vllm:engine_sleep_state)." };
  return { state: status === 200 ? "ready" : "unknown", reason: null };
}

const load = z.object({ server_load: z.number() });

/** /load stays 0 unless vLLM tracks it, so that 0 means nothing. */
async function withLoad(
  figures: RawFigure[],
  http: ServerHttp,
  signal: AbortSignal | undefined,
): Promise<RawFigure[]> {
  const at = figures.findIndex((each) => each.form === "unavailable" && each.figure === "running");
  if (at < 0) return figures;
  const { json } = await fetchAnswer(http, "/load", signal);
  const value = load.safeParse(json).data?.server_load ?? 0;
  if (value <= 0) return figures;
  return figures.with(at, {
    form: "gauge",
    figure: "running",
    model: "",
    source: "/load (those that wait are among them)",
    value,
    across: "sum",
  });
}

function unlisted({ status }: HttpResponse): string {
  return status === 401
    ? "It does not list its models (status 401): give the connection the server's API key as its bearer token."
    : `It does not list its models: /v1/models answers with status ${status}.`;
}

function notVllm(http: ServerHttp, list: HttpResponse): StatusError {
  if (list.status === 401)
    return new StatusError("UNAUTHENTICATED", `${http.url}: ${unlisted(list)}`);
  return new StatusError(
    "FAILED_PRECONDITION",
    `${http.url} does not answer as vLLM does: /v1/models gives status ${list.status} and no list of models.`,
  );
}
