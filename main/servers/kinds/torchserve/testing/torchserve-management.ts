import type { Page } from "../../testing/product.ts";
import { type TorchServeState, type VersionState, version, worker } from "./torchserve-state.ts";

export const NOT_FOUND = {
  code: 404,
  type: "ResourceNotFoundException",
  message: "Requested resource is not found, please refer to API document.",
};

/** frontend/server/…/http/api/rest/ManagementRequestHandler.java and …/util/ApiUtils.java */
export function manage(state: TorchServeState, method: string, url: string): Page | undefined {
  const { pathname, searchParams } = new URL(url, "http://torchserve");
  const [, root, model, ...rest] = pathname.split("/").map(decodeURIComponent);
  if (pathname === "/api-description") return { body: apiDescription(state, "/models") };
  if (root !== "models") return undefined;
  if (model === undefined) {
    if (method === "GET") return list(state, searchParams);
    return method === "POST" ? register(state, searchParams) : undefined;
  }
  const known = state.models.get(model);
  if (!known) return refuse(404, "ModelNotFoundException", `Model not found: ${model}`);
  const wanted = rest[0];
  if (method === "GET" && wanted === "all")
    return { body: known.versions.map((each) => describe(state, model, each)) };
  const chosen = known.versions.find((each) => each.version === (wanted ?? known.defaultVersion));
  if (!chosen)
    return refuse(
      404,
      "ModelVersionNotFoundException",
      `Model version: ${wanted} does not exist for model: ${model}`,
    );
  if (method === "GET") return { body: [describe(state, model, chosen)] };
  if (method === "DELETE") return unregister(state, model, chosen);
  if (method !== "PUT") return undefined;
  if (rest[1] === "set-default") {
    known.defaultVersion = chosen.version;
    return {
      body: {
        status: `Default vesion succsesfully updated for model "${model}" to "${chosen.version}"`,
      },
    };
  }
  return scale(state, model, chosen, searchParams);
}

function list({ models }: TorchServeState, query: URLSearchParams): Page {
  const names = [...models.keys()].toSorted();
  const from = Number(query.get("next_page_token") ?? 0);
  const to = from + Number(query.get("limit") ?? 100);
  return {
    body: {
      ...(to <= names.length && { nextPageToken: String(to) }),
      models: names.slice(from, to).map((modelName) => ({
        modelName,
        modelUrl: models.get(modelName)?.versions[0]?.url,
      })),
    },
  };
}

function describe({ release }: TorchServeState, modelName: string, state: VersionState): unknown {
  const { url, workers, pending, version: modelVersion, ...rest } = state;
  return {
    modelName,
    modelVersion,
    modelUrl: url,
    runtime: "python",
    minWorkers: rest.minWorkers,
    maxWorkers: rest.maxWorkers,
    batchSize: rest.batchSize,
    maxBatchDelay: rest.maxBatchDelay,
    loadedAtStartup: true,
    workers: workers.map(({ id, ready, memory }) => ({
      id,
      startTime: "2026-11-16T08:26:59.394Z",
      status: ready ? "READY" : "UNLOADING",
      memoryUsage: memory,
      pid: 20_395,
      gpu: false,
      gpuUsage: "N/A",
    })),
    ...(release === "0.12.0" && {
      jobQueueStatus: { remainingCapacity: 100 - pending, pendingRequests: pending },
    }),
  };
}

function scale(
  state: TorchServeState,
  model: string,
  chosen: VersionState,
  query: URLSearchParams,
): Page {
  const min = Number(query.get("min_worker") ?? 1);
  const max = Number(query.get("max_worker") ?? min);
  if (max < min)
    return refuse(400, "BadRequestException", "max_worker cannot be less than min_worker.");
  chosen.minWorkers = min;
  chosen.maxWorkers = max;
  const adjust = () => {
    chosen.workers = Array.from({ length: min }, (_, at) => chosen.workers[at] ?? worker());
  };
  if (query.get("synchronous") !== "true") {
    state.starting.push(adjust);
    return { status: 202, body: { status: "Processing worker updates..." } };
  }
  adjust();
  return { body: { status: `Workers scaled to ${min} for model: ${model}` } };
}

function register(state: TorchServeState, query: URLSearchParams): Page {
  if (!state.modelApi)
    return refuse(
      405,
      "MethodNotAllowedException",
      "Requested method is not allowed, please refer to API document.",
    );
  const url = query.get("url") ?? "";
  const archive = state.archives.get(url);
  if (!archive) return refuse(404, "ModelNotFoundException", `Model not found at: ${url}`);
  const name = query.get("model_name") ?? archive.name;
  const known = state.models.get(name);
  if (known?.versions.some((each) => each.version === archive.version))
    return refuse(
      409,
      "ConflictStatusException",
      `Model version ${archive.version} is already registered for model ${name}`,
    );
  const workers = Number(query.get("initial_workers") ?? 0);
  const added = {
    ...version(archive.version, url, workers),
    batchSize: Number(query.get("batch_size") ?? 1),
    maxBatchDelay: Number(query.get("max_batch_delay") ?? 100),
  };
  if (known) known.versions.push(added);
  else state.models.set(name, { defaultVersion: archive.version, versions: [added] });
  const said = `Model "${name}" Version: ${archive.version} registered with ${workers} initial workers`;
  return {
    body: {
      status: workers > 0 ? said : `${said}. Use scale workers API to add workers for the model.`,
    },
  };
}

function unregister(state: TorchServeState, model: string, chosen: VersionState): Page {
  if (!state.modelApi)
    return refuse(
      405,
      "MethodNotAllowedException",
      "Requested method is not allowed, please refer to API document.",
    );
  const known = state.models.get(model);
  if (known && known.versions.length > 1 && known.defaultVersion === chosen.version)
    return refuse(
      403,
      "InvalidModelVersionException",
      `Cannot remove default version for model ${model}`,
    );
  if (known) known.versions = known.versions.filter((each) => each !== chosen);
  if (known?.versions.length === 0) state.models.delete(model);
  return { body: { status: `Model "${model}" unregistered` } };
}

function refuse(status: number, type: string, message: string): Page {
  return { status, body: { code: status, type, message } };
}

/** frontend/server/src/test/resources/{inference,management}_open_api.json */
export function apiDescription({ release }: TorchServeState, path: string): unknown {
  return {
    openapi: "3.0.1",
    info: {
      title: "TorchServe APIs",
      description: "TorchServe is a flexible and easy to use tool for serving deep learning models",
      version: release,
    },
    paths: { [path]: {} },
  };
}
