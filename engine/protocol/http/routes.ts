import type { Engine, ModelStatistics } from "../../types.ts";
import { type Answer, empty, errorText, json, TEXT_TYPE } from "./answer.ts";
import type { Route } from "./call.ts";
import { generate, generateStream } from "./generate-route.ts";
import { infer } from "./infer-route.ts";
import { repositoryRoutes, sharedMemoryRoutes } from "./repository-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";

/** Captures a model's name and, where the path has one, its version. */
const model = (tail: string) => new RegExp(`^/v2/models/([^/]+)(?:/versions/([0-9]+))?${tail}$`);

/** The HTTP form of the Open Inference Protocol, with Triton's extensions, over an engine. */
export function engineRoutes(engine: Engine): Route[] {
  return [
    // First, because nearly every request is one.
    { method: "POST", path: model("/infer"), handle: (call) => infer(engine, call) },
    { method: "POST", path: model("/generate"), handle: (call) => generate(engine, call) },
    {
      method: "POST",
      path: model("/generate_stream"),
      streams: true,
      handle: (call) => generateStream(engine, call),
    },
    ...serverRoutes(engine),
    ...modelRoutes(engine),
    ...settingsRoutes(engine),
    ...repositoryRoutes(engine),
    ...sharedMemoryRoutes(),
  ];
}

function serverRoutes(engine: Engine): Route[] {
  return [
    { method: "GET", path: /^\/v2\/?$/, handle: () => json(engine.serverMetadata()) },
    {
      method: "GET",
      path: /^\/v2\/health\/live$/,
      handle: () => empty(engine.live() ? 200 : 400),
    },
    {
      method: "GET",
      path: /^\/v2\/health\/ready$/,
      handle: () => empty(engine.ready() ? 200 : 400),
    },
    {
      method: "GET",
      path: /^\/v2\/models\/stats$/,
      handle: () => statistics(engine.modelStatistics("", "")),
    },
  ];
}

function modelRoutes(engine: Engine): Route[] {
  return [
    {
      method: "GET",
      path: model(""),
      handle: ({ captures: [name = "", version = ""] }) =>
        json(engine.modelMetadata(name, version)),
    },
    {
      method: "GET",
      path: model("/ready"),
      handle: ({ captures: [name = "", version = ""] }) =>
        engine.modelReady(name, version)
          ? empty(200)
          : errorText(400, "Model version not ready", TEXT_TYPE),
    },
    {
      method: "GET",
      path: model("/config"),
      handle: ({ captures: [name = "", version = ""] }) => json(engine.modelConfig(name, version)),
    },
    {
      method: "GET",
      path: model("/stats"),
      handle: ({ captures: [name = "", version = ""] }) =>
        statistics(engine.modelStatistics(name, version)),
    },
  ];
}

/** In Triton's order. */
function statistics(models: readonly ModelStatistics[]): Answer {
  return json({
    model_stats: models.map(({ response_stats, batch_stats, memory_usage, ...rest }) => ({
      ...rest,
      response_stats,
      batch_stats,
      memory_usage,
    })),
  });
}
