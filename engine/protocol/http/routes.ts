import { configToJsonText } from "../../config/json.ts";
import type { Engine, ModelStatistics } from "../../types.ts";
import {
  NO_RESTRICTIONS,
  type Restriction,
  restrictionError,
  type Restrictions,
} from "../restrictions.ts";
import {
  type HttpResponse,
  empty,
  errorResponse,
  errorText,
  json,
  JSON_TYPE,
  text,
  TEXT_TYPE,
} from "./http-response.ts";
import { type Call, methodNotAllowed, type Route } from "./call.ts";
import { generate, generateStream } from "./generate-route.ts";
import { infer } from "./infer-route.ts";
import { repositoryRoutes } from "./repository-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { sharedMemoryRoutes } from "./shared-memory-routes.ts";

/** Captures a model's name and, where the path has one, its version. */
const model = (tail: string) => new RegExp(`^/v2/models/([^/]+)(?:/versions/([0-9]+))?${tail}$`);

/** The Open Inference Protocol over HTTP, with Triton's extensions. */
export function engineRoutes(engine: Engine, restrictions = NO_RESTRICTIONS): Route[] {
  return restrictRoutes(allRoutes(engine), restrictions);
}

/**
 * Restricts `routes`: a call without the key is rejected before its method, model and body are
 * checked.
 */
function restrictRoutes(routes: readonly Route[], restrictions: Restrictions): Route[] {
  const guarded: Route[] = [];
  const otherMethods: Route[] = [];
  for (const route of routes) {
    const restriction = route.feature && restrictions.get(route.feature);
    if (restriction === undefined) {
      guarded.push(route);
      continue;
    }
    guarded.push({
      ...route,
      handle: (call) => refusal(call, restriction) ?? route.handle(call),
    });
    const handle = (call: Call) => refusal(call, restriction) ?? methodNotAllowed();
    otherMethods.push({ method: "*", path: route.path, handle });
  }
  return [...guarded, ...otherMethods];
}

function refusal(call: Call, restriction: Restriction) {
  const offered = call.header(restriction.header.toLowerCase());
  const error = restrictionError("http", restriction, offered);
  return error && errorResponse(error, TEXT_TYPE);
}

function allRoutes(engine: Engine): Route[] {
  return [
    // First, because nearly every request is an inference.
    {
      method: "POST",
      path: model("/infer"),
      feature: "inference",
      handle: (call) => infer(engine, call),
    },
    {
      method: "POST",
      path: model("/generate"),
      feature: "inference",
      handle: (call) => generate(engine, call),
    },
    {
      method: "POST",
      path: model("/generate_stream"),
      feature: "inference",
      streams: true,
      handle: (call) => generateStream(engine, call),
    },
    ...serverRoutes(engine),
    ...modelRoutes(engine),
    ...settingsRoutes(engine),
    ...repositoryRoutes(engine),
    ...sharedMemoryRoutes(engine),
  ];
}

function serverRoutes(engine: Engine): Route[] {
  return [
    {
      method: "GET",
      path: /^\/v2\/?$/,
      feature: "metadata",
      handle: () => json(engine.serverMetadata()),
    },
    {
      method: "GET",
      path: /^\/v2\/health\/live$/,
      feature: "health",
      handle: () => empty(engine.live() ? 200 : 400),
    },
    {
      method: "GET",
      path: /^\/v2\/health\/ready$/,
      feature: "health",
      handle: async () => empty((await engine.checkServerReady()) ? 200 : 400),
    },
    {
      method: "GET",
      path: /^\/v2\/models\/stats$/,
      feature: "statistics",
      handle: () => statistics(engine.modelStatistics("", "")),
    },
  ];
}

function modelRoutes(engine: Engine): Route[] {
  return [
    {
      method: "GET",
      path: model(""),
      feature: "metadata",
      handle: ({ captures: [name = "", version = ""] }) =>
        json(engine.modelMetadata(name, version)),
    },
    {
      method: "GET",
      path: model("/ready"),
      feature: "health",
      handle: async ({ captures: [name = "", version = ""] }) =>
        (await engine.checkReady(name, version))
          ? empty(200)
          : errorText(400, "Model version not ready", TEXT_TYPE),
    },
    {
      method: "GET",
      path: model("/config"),
      feature: "model-config",
      handle: ({ captures: [name = "", version = ""] }) =>
        text(200, configToJsonText(engine.modelConfig(name, version)), JSON_TYPE),
    },
    {
      method: "GET",
      path: model("/stats"),
      feature: "statistics",
      handle: ({ captures: [name = "", version = ""] }) =>
        statistics(engine.modelStatistics(name, version)),
    },
  ];
}

/** In Triton's order. */
function statistics(models: readonly ModelStatistics[]): HttpResponse {
  return json({
    model_stats: models.map(({ response_stats, batch_stats, memory_usage, ...rest }) => ({
      ...rest,
      response_stats,
      batch_stats,
      memory_usage,
    })),
  });
}
