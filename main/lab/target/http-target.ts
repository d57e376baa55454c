import { StatusError } from "../../../base/status-error.ts";
import type { ModelStatistics } from "../../../engine/types.ts";
import type { ModelDetail } from "../../contract/index.ts";
import { assumedConfig, formatAuthority, type Target } from "../../wire/index.ts";
import { ServerHttp } from "../../wire/transport/index.ts";
import type { BatchSink } from "../../servers/index.ts";
import type { MeasuredServer } from "./measured-server.ts";
import { wantsJson } from "../../wire/exchange/index.ts";

interface Metadata {
  readonly name: string;
  readonly versions?: string[];
  readonly platform?: string;
  readonly inputs?: ModelDetail["inputs"];
  readonly outputs?: ModelDetail["outputs"];
}

/** A server over the protocol's HTTP interface; Triton's extensions may be missing. */
export class HttpTarget implements MeasuredServer {
  readonly #address: string;
  readonly #http: ServerHttp;
  #version: string | null = null;
  #asJson = false;

  constructor(target: Target) {
    this.#address = formatAuthority(target);
    this.#http = new ServerHttp(target);
  }

  get version(): string | null {
    return this.#version;
  }

  get asJson(): boolean {
    return this.#asJson;
  }

  async modelDetail(model: string): Promise<ModelDetail> {
    const path = `/v2/models/${encodeURIComponent(model)}`;
    const server = await this.#get<{ version?: string; name?: string; extensions?: unknown }>(
      "/v2",
    );
    this.#version = server.version ?? null;
    this.#asJson = wantsJson(server);
    const metadata = await this.#get<Metadata>(path);
    const { inputs = [], outputs = [], versions = [], platform = "" } = metadata;
    const config = await this.#get<Record<string, unknown>>(`${path}/config`).catch(() =>
      assumedConfig([...inputs, ...outputs]),
    );
    return {
      serverId: this.#address,
      name: metadata.name,
      versions: versions.map((version) => ({ version, state: "READY", reason: null })),
      ready: true,
      reason: null,
      platform,
      inputs: inputs.map((input) => ({ ...input, shape: input.shape.map(Number) })),
      outputs: outputs.map((output) => ({ ...output, shape: output.shape.map(Number) })),
      config,
      instances: [],
    };
  }

  async statistics(model: string): Promise<ModelStatistics[]> {
    const path = `/v2/models/${encodeURIComponent(model)}/stats`;
    const { model_stats } = await this.#get<{ model_stats: ModelStatistics[] }>(path);
    return model_stats;
  }

  watchBatches(_model: string, sink: BatchSink): Disposable {
    sink.ended(new StatusError("UNIMPLEMENTED", "Single batches are reported over gRPC only."));
    return new DisposableStack();
  }

  [Symbol.dispose](): void {
    this.#http[Symbol.dispose]();
  }

  async #get<T>(path: string): Promise<T> {
    const { status, text } = await this.#http.get(path);
    const answer = parsed(text) as (T & { error?: unknown }) | null;
    if (status === 200 && answer !== null) return answer;
    const words = typeof answer?.error === "string" ? answer.error : text.trim().slice(0, 200);
    throw new StatusError(
      status === 404 ? "NOT_FOUND" : "INTERNAL",
      `${this.#address} responds with HTTP ${status} to ${path}: ${words || "no text"}`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
