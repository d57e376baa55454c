import type { Engine, ModelStatistics } from "../../types.ts";
import { loadParameters, refuseRepositoryName, unloadDependents } from "../repository-calls.ts";
import { StatusError } from "../status.ts";
import {
  type Answer,
  empty,
  errorAnswer,
  errorText,
  JSON_TYPE,
  json,
  TEXT_TYPE,
} from "./answer.ts";
import { textOf } from "./body.ts";
import { jsonBytesOf, readInferRequest } from "./infer-request.ts";
import { inferAnswer } from "./infer-response.ts";
import { type JsonObject, optionalObject, parseObject } from "./json.ts";
import type { Call, Route } from "./call.ts";

/** Captures a model's name and, where the path has one, its version. */
const model = (tail: string) => new RegExp(`^/v2/models/([^/]+)(?:/versions/([0-9]+))?${tail}$`);

/** The HTTP form of the Open Inference Protocol, with Triton's extensions, over an engine. */
export function engineRoutes(engine: Engine): Route[] {
  return [
    // First, because nearly every request is one.
    { method: "POST", path: model("/infer"), handle: (call) => infer(engine, call) },
    ...serverRoutes(engine),
    ...modelRoutes(engine),
    ...repositoryRoutes(engine),
    ...refusals(),
  ];
}

async function infer(engine: Engine, call: Call): Promise<Answer> {
  const encoding = call.header("content-encoding");
  if (encoding !== undefined && encoding !== "identity") {
    throw new StatusError(
      "UNIMPLEMENTED",
      `Content-Encoding '${encoding}' is not supported: send the body uncompressed`,
    );
  }
  const [modelName = "", modelVersion = ""] = call.captures;
  const body = await call.body();
  const jsonBytes = jsonBytesOf(call.header("inference-header-content-length"), body.byteLength);
  try {
    const read = readInferRequest(
      { modelName, modelVersion, body, jsonBytes, signal: call.signal },
      engine,
    );
    return inferAnswer(await engine.infer(read.request), read.binary);
  } catch (thrown) {
    const error = StatusError.from(thrown);
    return errorAnswer(error, error.code === "NOT_FOUND" ? TEXT_TYPE : JSON_TYPE);
  }
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

function repositoryRoutes(engine: Engine): Route[] {
  return [
    {
      method: "POST",
      path: /^\/v2\/repository(?:\/([^/]+))?\/index$/,
      handle: async (call) => {
        refuseRepositoryName(call.captures[0]);
        return json(await engine.repositoryIndex((await bodyObject(call))["ready"] === true));
      },
    },
    {
      method: "POST",
      path: /^\/v2\/repository(?:\/([^/]+))?\/models\/([^/]+)\/load$/,
      handle: async (call) => {
        refuseWebPage(call);
        refuseRepositoryName(call.captures[0]);
        const parameters = optionalObject(await bodyObject(call), "parameters");
        await engine.loadModel(call.captures[1] ?? "", loadParameters(parameters));
        return empty(200, JSON_TYPE);
      },
    },
    {
      method: "POST",
      path: /^\/v2\/repository(?:\/([^/]+))?\/models\/([^/]+)\/unload$/,
      handle: async (call) => {
        refuseWebPage(call);
        refuseRepositoryName(call.captures[0]);
        const parameters = optionalObject(await bodyObject(call), "parameters");
        await engine.unloadModel(call.captures[1] ?? "", unloadDependents(parameters));
        return empty(200, JSON_TYPE);
      },
    },
  ];
}

/** A browser lets any page send a POST to any server, and tells where the page came from (rule W24). */
function refuseWebPage(call: Call): void {
  const origin = call.header("origin");
  if (origin === undefined) return;
  throw new StatusError(
    "PERMISSION_DENIED",
    `a web page of '${origin}' cannot load or unload models: call this without the header Origin`,
  );
}

/** A JSON body; an empty one is an empty object. */
async function bodyObject(call: Call): Promise<JsonObject> {
  const body = await call.body();
  return body.byteLength === 0 ? {} : parseObject(textOf(body));
}

/** Parts of Triton's HTTP interface that this server does not offer. */
function refusals(): Route[] {
  const path =
    /^\/v2\/(?:(?:system|cuda)sharedmemory(?:\/.*)?|logging|trace\/setting|models\/.*\/(?:trace\/setting|generate|generate_stream))$/;
  const handle = () => {
    throw new StatusError(
      "UNIMPLEMENTED",
      "this server offers no shared memory, no generate calls, and no trace or log settings",
    );
  };
  return [
    { method: "GET", path, handle },
    { method: "POST", path, handle },
  ];
}
