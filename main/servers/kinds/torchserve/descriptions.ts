import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import { entries, optional, optionalEntries } from "../lenient.ts";
import { fetchAnswer } from "../probe/index.ts";
import { refused } from "./errors.ts";

const listed = z.object({ modelName: z.string() });
const modelPage = z.object({
  nextPageToken: optional(z.string()),
  models: entries(listed),
});
/** Other servers list their models under the same name. */
const recognisablePage = z.object({ models: z.array(z.unknown()) });

const worker = z.object({
  id: z.string(),
  startTime: optional(z.string()),
  /** READY, UNLOADING */
  status: z.string(),
  memoryUsage: optional(z.number()).transform((given) => given ?? 0),
  pid: optional(z.number()),
  gpu: optional(z.boolean()).transform((given) => given ?? false),
});

/** One version of a model: pytorch/serve, frontend/server/…/http/messages/DescribeModelResponse.java. */
const description = z.object({
  modelName: z.string(),
  modelVersion: z.string(),
  modelUrl: optional(z.string()),
  runtime: optional(z.string()),
  minWorkers: z.number(),
  maxWorkers: z.number(),
  batchSize: z.number(),
  /** ms */
  maxBatchDelay: z.number(),
  /** s */
  responseTimeout: optional(z.number()),
  workers: optionalEntries(worker),
  jobQueueStatus: optional(
    z.object({ remainingCapacity: z.number(), pendingRequests: z.number() }),
  ),
});
export type Description = z.infer<typeof description>;
const descriptions = entries(description);

/** A model with its readable versions. */
export interface DescribedModel {
  readonly name: string;
  readonly versions: readonly Description[];
  /** Why no version could be read; null if TorchServe describes none, or one was. */
  readonly problem: string | null;
}

const UNREADABLE = "TorchServe's description of the model can't be read.";

/** Max models that are requested. */
const MAX_MODELS = 1000;
const AT_A_TIME = 8;

export const isReady = ({ status }: Description["workers"][number]) => status === "READY";

/** Whether this is a page of TorchServe's list of models. */
export function isModelList(json: unknown): boolean {
  const { models } = recognisablePage.safeParse(json).data ?? {};
  return models?.every((each) => listed.safeParse(each).success) ?? false;
}

/** The names of all models. */
export async function modelNames(http: ServerHttp, signal?: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  let token: string | null = null;
  do {
    const path: string = `/models?limit=100${token === null ? "" : `&next_page_token=${encodeURIComponent(token)}`}`;
    const answer = await fetchAnswer(http, path, signal);
    const page = answer.status === 200 ? modelPage.safeParse(answer.json).data : null;
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
  const versions = answer.status === 200 ? descriptions.safeParse(answer.json).data : null;
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
  return descriptions.safeParse(answer.json).data?.[0]?.modelVersion ?? null;
}

/** Models unregistered in the meantime are left out. Rejects if the server doesn't respond, or denies access. */
export async function describeAll(
  http: ServerHttp,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<DescribedModel[]> {
  const described: DescribedModel[] = [];
  for (let at = 0; at < names.length; at += AT_A_TIME) {
    const some = names.slice(at, at + AT_A_TIME).map((name) => describeOne(http, name, signal));
    for (const model of await Promise.all(some)) if (model) described.push(model);
  }
  return described;
}

async function describeOne(
  http: ServerHttp,
  name: string,
  signal: AbortSignal | undefined,
): Promise<DescribedModel | null> {
  try {
    const versions = await describe(http, name, signal);
    return { name, versions, problem: versions.length > 0 ? null : UNREADABLE };
  } catch (thrown) {
    const { code, message, details } = StatusError.from(thrown);
    if (code === "NOT_FOUND") return null;
    if (details["http"] === undefined || code === "PERMISSION_DENIED") throw thrown;
    return { name, versions: [], problem: message };
  }
}
