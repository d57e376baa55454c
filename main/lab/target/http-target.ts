import { StatusError } from "../../../engine/protocol/status.ts";
import type { ModelStatistics } from "../../../engine/types.ts";
import type { ModelDetail } from "../../contract/index.ts";
import type { Target } from "./target.ts";

const TIMEOUT_MS = 5000;
/** Where a server does not show its configuration, any batch size may be tried. */
const UNKNOWN_LIMIT = 2 ** 31 - 1;

interface Metadata {
  readonly name: string;
  readonly versions?: string[];
  readonly platform?: string;
  readonly inputs?: ModelDetail["inputs"];
  readonly outputs?: ModelDetail["outputs"];
}

/** A server asked over the protocol's HTTP interface; what is Triton's extension may be missing. */
export class HttpTarget implements Target {
  readonly #address: string;
  #version: string | null = null;

  /** `address`: HOST:PORT, plain text. */
  constructor(address: string) {
    this.#address = address;
  }

  get version(): string | null {
    return this.#version;
  }

  async modelDetail(model: string): Promise<ModelDetail> {
    const path = `/v2/models/${encodeURIComponent(model)}`;
    const server = await this.#get<{ version?: string }>("/v2");
    this.#version = server.version ?? null;
    const metadata = await this.#get<Metadata>(path);
    const { inputs = [], outputs = [], versions = [], platform = "" } = metadata;
    const config = await this.#get<Record<string, unknown>>(`${path}/config`).catch(() => ({
      max_batch_size: looksBatched([...inputs, ...outputs]) ? UNKNOWN_LIMIT : 0,
    }));
    return {
      serverId: this.#address,
      name: metadata.name,
      versions: versions.map((version) => ({ version, state: "READY", reason: null })),
      ready: true,
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

  [Symbol.dispose](): void {}

  async #get<T>(path: string): Promise<T> {
    let response: Response;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      response = await fetch(`http://${this.#address}${path}`, { signal });
    } catch (error) {
      const { message, cause } = error as Error;
      throw new StatusError(
        "UNAVAILABLE",
        `No server answers at ${this.#address}: ${(cause as Error | undefined)?.message || message}.`,
        { cause: error },
      );
    }
    const text = await response.text();
    const answer = parsed(text) as (T & { error?: unknown }) | null;
    if (response.ok && answer !== null) return answer;
    const words = typeof answer?.error === "string" ? answer.error : text.trim().slice(0, 200);
    throw new StatusError(
      response.status === 404 ? "NOT_FOUND" : "INTERNAL",
      `${this.#address} answers HTTP ${response.status} to ${path}: ${words || "nothing"}`,
    );
  }
}

/** Triton shows the batch dimension as a leading −1 in every tensor. */
function looksBatched(tensors: readonly { shape: readonly number[] }[]): boolean {
  return tensors.length > 0 && tensors.every(({ shape }) => Number(shape[0]) === -1);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
