import type { Engine } from "../../types.ts";
import { loadParameters, refuseRepositoryName, unloadDependents } from "../repository-calls.ts";
import { empty, JSON_TYPE, json } from "./http-response.ts";
import { timeSlices } from "../time-slices.ts";
import { bytesFromBase64 } from "./base64-text.ts";
import type { Call, Route } from "./call.ts";
import { RawJson } from "./json-cursor.ts";
import type { IsRaw } from "./json-reader.ts";
import { type JsonObject, optionalBoolean, optionalObject, readObject } from "./json.ts";

export function repositoryRoutes(engine: Engine): Route[] {
  return [
    {
      method: "POST",
      path: /^\/v2\/repository(?:\/([^/]+))?\/index$/,
      feature: "repository-index",
      async handle(call) {
        refuseRepositoryName(call.captures[0]);
        const ready = optionalBoolean(await bodyObject(call), "ready");
        return json(await engine.repositoryIndex(ready));
      },
    },
    control("load", async (model, parameters) =>
      engine.loadModel(model, loadParameters(parameters)),
    ),
    control("unload", async (model, parameters) =>
      engine.unloadModel(model, unloadDependents(parameters)),
    ),
  ];
}

function control(
  action: "load" | "unload",
  carryOut: (model: string, parameters: JsonObject) => Promise<void>,
): Route {
  return {
    method: "POST",
    path: new RegExp(`^/v2/repository(?:/([^/]+))?/models/([^/]+)/${action}$`),
    feature: "repository-control",
    async handle(call) {
      refuseRepositoryName(call.captures[0]);
      const parameters = optionalObject(await bodyObject(call), "parameters");
      await carryOut(call.captures[1] ?? "", parameters);
      return empty(200, JSON_TYPE);
    },
  };
}

/** A JSON body; an empty one is an empty object. Large files in it are already bytes. */
async function bodyObject(call: Call): Promise<JsonObject> {
  const body = await call.body();
  if (body.byteLength === 0) return {};
  const { signal } = call;
  const json = await readObject({ body, signal }, isFile);
  const given = optionalObject(json, "parameters");
  const files = Object.entries(given).filter(
    (entry): entry is [string, RawJson] => entry[1] instanceof RawJson,
  );
  if (files.length === 0) return json;
  const parameters: Record<string, unknown> = { ...given };
  for (const [name, raw] of files) {
    const bytes = raw.end - raw.start;
    parameters[name] = await timeSlices.run(bytes, bytesFromBase64(raw), signal);
  }
  return { ...json, parameters };
}

const isFile: IsRaw = ([first, name, ...rest]) =>
  first === "parameters" && name?.startsWith("file:") === true && rest.length === 0;
