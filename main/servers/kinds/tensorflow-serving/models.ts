import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import { fetchAdmitted } from "../probe/index.ts";
import type { Exposition } from "../exposition/index.ts";
import { modelFrom, modelStatus } from "./model-status.ts";

const SERVED = [
  ":tensorflow:serving:request_count",
  ":tensorflow:serving:request_latency_count",
  ":tensorflow:serving:runtime_latency_count",
];
const LOADED = ":tensorflow:cc:saved_model:load_attempt_count";

/** Max models whose status is requested. */
const MOST = 200;

/**
 * The models, which the server does not list: those that the user listed, those that metrics name once they were used,
 * and those whose files were loaded, by folder name, if the server knows that name. Rejects if nothing responds.
 */
export async function findModels(
  http: ServerHttp,
  exposition: Exposition,
  wanted: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ObservedModel[]> {
  const named = new Set([...wanted, ...listNames(exposition)]);
  const asked = [...new Set([...named, ...listFolders(exposition)])].slice(0, MOST);
  const found = await Promise.all(asked.map((name) => askStatus(http, name, signal)));
  return found.filter(({ name, state }) => named.has(name) || state !== "unknown");
}

async function askStatus(
  http: ServerHttp,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ObservedModel> {
  const path = `/v1/models/${encodeURIComponent(name)}`;
  const { status, json } = await fetchAdmitted(http, path, signal);
  const { data } = modelStatus.safeParse(json);
  if (status === 200 && data) return modelFrom(name, data);
  const error = z.object({ error: z.string() }).safeParse(json).data?.error;
  return { name, versions: [], state: "unknown", reason: error ?? null, facts: [] };
}

function listNames(exposition: Exposition): Set<string> {
  const names = SERVED.flatMap((metric) =>
    exposition.samples(metric).map(({ labels }) => labels["model_name"] ?? ""),
  );
  return new Set(names.filter((name) => name !== ""));
}

/** A SavedModel lies at …/NAME/VERSION. */
function listFolders(exposition: Exposition): Set<string> {
  const folders = exposition
    .samples(LOADED)
    .map(({ labels }) => (labels["model_path"] ?? "").split("/").filter((part) => part !== ""))
    .filter((parts) => /^\d+$/.test(parts.at(-1) ?? ""))
    .map((parts) => parts.at(-2) ?? "");
  return new Set(folders.filter((name) => name !== ""));
}
