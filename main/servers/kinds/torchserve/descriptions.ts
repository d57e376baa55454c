import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import { fetchAnswer } from "../probe/index.ts";
import { refused } from "./errors.ts";

const modelPage = z.object({
  nextPageToken: z.string().nullish(),
  models: z.array(z.object({ modelName: z.string(), modelUrl: z.string().nullish() })),
});

const worker = z.object({
  id: z.string(),
  startTime: z.string().nullish(),
  /** READY, UNLOADING */
  status: z.string(),
  memoryUsage: z
    .number()
    .nullish()
    .transform((given) => given ?? 0),
  pid: z.number().nullish(),
  gpu: z
    .boolean()
    .nullish()
    .transform((given) => given ?? false),
  gpuUsage: z.string().nullish(),
});

/** One version of a model: pytorch/serve, frontend/server/…/http/messages/DescribeModelResponse.java. */
const description = z.object({
  modelName: z.string(),
  modelVersion: z.string(),
  modelUrl: z.string().nullish(),
  runtime: z.string().nullish(),
  minWorkers: z.number(),
  maxWorkers: z.number(),
  batchSize: z.number(),
  /** ms */
  maxBatchDelay: z.number(),
  /** s */
  responseTimeout: z.number().nullish(),
  loadedAtStartup: z.boolean().nullish(),
  workers: z
    .array(worker)
    .nullish()
    .transform((given) => given ?? []),
  jobQueueStatus: z
    .object({ remainingCapacity: z.number(), pendingRequests: z.number() })
    .nullish(),
});
export type Description = z.infer<typeof description>;

/** Max models that are requested. */
const MAX_MODELS = 1000;
const AT_A_TIME = 8;

export const isReady = ({ status }: Description["workers"][number]) => status === "READY";

/** Whether this is a page of TorchServe's list of models. */
export const parseModelList = (json: unknown) => modelPage.safeParse(json).data ?? null;

/** The names of all models. */
export async function modelNames(http: ServerHttp, signal?: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  let token: string | null = null;
  do {
    const path: string = `/models?limit=100${token === null ? "" : `&next_page_token=${encodeURIComponent(token)}`}`;
    const answer = await fetchAnswer(http, path, signal);
    const page = answer.status === 200 ? parseModelList(answer.json) : null;
    if (!page) throw refused(http, "list its models", answer);
    names.push(...page.models.map(({ modelName }) => modelName));
    token = page.models.length > 0 ? (page.nextPageToken ?? null) : null;
  } while (token !== null && names.length < MAX_MODELS);
  return names;
}

/** All versions of a model; NOT_FOUND for an unknown name. */
export async function describe(
  http: ServerHttp,
  model: string,
  signal?: AbortSignal,
): Promise<Description[]> {
  const answer = await fetchAnswer(http, `/models/${encodeURIComponent(model)}/all`, signal);
  const versions = answer.status === 200 ? z.array(description).safeParse(answer.json).data : null;
  if (!versions) throw refused(http, `describe '${model}'`, answer);
  return versions;
}

/** The version that serves requests without a version. */
export async function defaultVersion(
  http: ServerHttp,
  model: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const answer = await fetchAnswer(http, `/models/${encodeURIComponent(model)}`, signal);
  return z.array(description).safeParse(answer.json).data?.[0]?.modelVersion ?? null;
}

/** Models unregistered in the meantime are left out. */
export async function describeAll(
  http: ServerHttp,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Description[][]> {
  const described: Description[][] = [];
  for (let at = 0; at < names.length; at += AT_A_TIME) {
    const some = names.slice(at, at + AT_A_TIME).map((name) => describe(http, name, signal));
    for (const outcome of await Promise.allSettled(some)) {
      if (outcome.status === "fulfilled") described.push(outcome.value);
      else if (StatusError.from(outcome.reason).code !== "NOT_FOUND") throw outcome.reason;
    }
  }
  return described;
}
