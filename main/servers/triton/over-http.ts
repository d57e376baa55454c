import type {
  ModelIndexEntry,
  ModelMetadata,
  ModelStatistics,
  ServerMetadata,
} from "../../../engine/types.ts";
import { configOfJson, statisticsOf } from "../messages.ts";
import type { HttpOptions, ServerHttp } from "../../wire/transport/index.ts";
import { config, done, index, modelMetadata, serverMetadata, statistics } from "./answers.ts";
import { LOAD_TIMEOUT_MS, type TritonClient } from "./client.ts";
import { withModelControl } from "./model-control.ts";
import { question } from "./question.ts";

const modelPath = (name: string) => `/v2/models/${encodeURIComponent(name)}`;

/** Triton's HTTP interface, whose 64-bit counters are JSON numbers. */
export class TritonOverHttp implements TritonClient {
  readonly #http: ServerHttp;

  constructor(http: ServerHttp) {
    this.#http = http;
  }

  serverMetadata(options: HttpOptions): Promise<ServerMetadata> {
    return question(this.#http, { path: "/v2", hears: serverMetadata }, options);
  }

  async repositoryIndex(options: HttpOptions): Promise<ModelIndexEntry[]> {
    const asked = { path: "/v2/repository/index", body: {}, hears: index };
    const entries = await question(this.#http, asked, options);
    return entries.map(({ name, version, state, reason }) => ({
      name,
      ...(version && { version }),
      ...(state && { state: state as NonNullable<ModelIndexEntry["state"]> }),
      ...(reason && { reason }),
    }));
  }

  async modelStatistics(name: string, options: HttpOptions): Promise<ModelStatistics[]> {
    const path = name === "" ? "/v2/models/stats" : `${modelPath(name)}/stats`;
    const { model_stats } = await question(this.#http, { path, hears: statistics }, options);
    return model_stats.map(statisticsOf);
  }

  modelMetadata(model: string, options: HttpOptions): Promise<ModelMetadata> {
    return question(this.#http, { path: modelPath(model), hears: modelMetadata }, options);
  }

  async modelConfig(name: string, options: HttpOptions): Promise<Record<string, unknown>> {
    const asked = { path: `${modelPath(name)}/config`, hears: config, isExact: true };
    return configOfJson(await question(this.#http, asked, options));
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
    const asked = { path, body, hears: done };
    await withModelControl(question(this.#http, asked, { timeoutMs: LOAD_TIMEOUT_MS, ...options }));
  }
}
