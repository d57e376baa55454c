import type {
  ModelIndexEntry,
  ModelMetadata,
  ModelStatistics,
  ServerMetadata,
} from "../../../engine/types.ts";
import { configOfJson, toModelStatistics } from "../messages.ts";
import type { HttpOptions, ServerHttp } from "../../wire/transport/index.ts";
import {
  config,
  done,
  index,
  modelMetadata,
  serverMetadata,
  statistics,
} from "./response-schemas.ts";
import { LOAD_TIMEOUT_MS, type TritonClient } from "./client.ts";
import { withModelControl } from "./model-control.ts";
import { requestJson } from "./request-json.ts";

const modelPath = (name: string) => `/v2/models/${encodeURIComponent(name)}`;

/** Triton's HTTP interface, whose 64-bit counters are JSON numbers. */
export class TritonOverHttp implements TritonClient {
  readonly #http: ServerHttp;

  constructor(http: ServerHttp) {
    this.#http = http;
  }

  serverMetadata(options: HttpOptions): Promise<ServerMetadata> {
    return requestJson(this.#http, { path: "/v2", schema: serverMetadata }, options);
  }

  async repositoryIndex(options: HttpOptions): Promise<ModelIndexEntry[]> {
    const asked = { path: "/v2/repository/index", body: {}, schema: index };
    const entries = await requestJson(this.#http, asked, options);
    return entries.map(({ name, version, state, reason }) => ({
      name,
      ...(version && { version }),
      ...(state && { state: state as NonNullable<ModelIndexEntry["state"]> }),
      ...(reason && { reason }),
    }));
  }

  async modelStatistics(name: string, options: HttpOptions): Promise<ModelStatistics[]> {
    const path = name === "" ? "/v2/models/stats" : `${modelPath(name)}/stats`;
    const { model_stats } = await requestJson(this.#http, { path, schema: statistics }, options);
    return model_stats.map(toModelStatistics);
  }

  modelMetadata(model: string, options: HttpOptions): Promise<ModelMetadata> {
    return requestJson(this.#http, { path: modelPath(model), schema: modelMetadata }, options);
  }

  async modelConfig(name: string, options: HttpOptions): Promise<Record<string, unknown>> {
    const asked = { path: `${modelPath(name)}/config`, schema: config, isExact: true };
    return configOfJson(await requestJson(this.#http, asked, options));
  }

  load(model: string, configJson: string | undefined, options: HttpOptions): Promise<void> {
    const parameters = configJson === undefined ? {} : { config: configJson };
    return this.#control(model, "load", { parameters }, options);
  }

  unload(model: string, options: HttpOptions): Promise<void> {
    return this.#control(model, "unload", {}, options);
  }

  async #control(model: string, what: string, body: object, options: HttpOptions): Promise<void> {
    const path = `/v2/repository/models/${encodeURIComponent(model)}/${what}`;
    const asked = { path, body, schema: done };
    await withModelControl(
      requestJson(this.#http, asked, { timeoutMs: LOAD_TIMEOUT_MS, ...options }),
    );
  }
}
