import type { Engine } from "../../types.ts";
import { sharedMemoryDisabled } from "../infer-parameters.ts";
import { loadParameters, refuseRepositoryName, unloadDependents } from "../repository-calls.ts";
import { empty, JSON_TYPE, json } from "./answer.ts";
import { textOf } from "./body.ts";
import type { Call, Route } from "./call.ts";
import { type JsonObject, optionalBoolean, optionalObject, parseObject } from "./json.ts";

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

/** A JSON body; an empty one is an empty object. */
async function bodyObject(call: Call): Promise<JsonObject> {
  const body = await call.body();
  return body.byteLength === 0 ? {} : parseObject(textOf(body));
}

/** Nothing is registered and nothing can be (rule W107). */
export function sharedMemoryRoutes(): Route[] {
  const path = (actions: string) =>
    new RegExp(`^/v2/(?:system|cuda)sharedmemory(?:/region/([^/]+))?/${actions}$`);
  return [
    {
      method: "GET",
      path: path("status"),
      feature: "shared-memory",
      handle({ captures: [region] }) {
        if (region !== undefined) throw sharedMemoryDisabled(`region '${region}'`);
        return json([]);
      },
    },
    {
      method: "POST",
      path: path("(?:register|unregister)"),
      feature: "shared-memory",
      handle({ captures: [region] }) {
        throw sharedMemoryDisabled(region === undefined ? "a region" : `region '${region}'`);
      },
    },
  ];
}
