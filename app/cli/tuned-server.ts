import { StatusError } from "../../base/status-error.ts";
import { canonical } from "../../main/configs/index.ts";
import type { TritonClient } from "../../main/servers/triton/index.ts";
import {
  configWith,
  type Cutoff,
  type Measurement,
  type Point,
  sameSettings,
  type Settings,
  type TunableServer,
} from "../../main/tuning/search/index.ts";

/** `seconds` absent: as planned. */
interface MeasureOrder {
  readonly signal: AbortSignal;
  readonly seconds?: number;
  readonly cutoff?: Cutoff | null;
}

interface TunedServerOptions {
  readonly client: Pick<TritonClient, "load" | "unload" | "modelConfig">;
  readonly model: string;
  /** As read by the client before the search. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly baseline: Settings;
  readonly measure: (point: Point, order: MeasureOrder) => Promise<Measurement>;
}

/**
 * A model on a server with Triton's model control. Settings are loaded as overrides; at the end the
 * model is unloaded, which removes them, and loaded again.
 */
export class TunedServer implements TunableServer {
  readonly #options: TunedServerOptions;
  #active: Settings;
  #isOverridden = false;

  constructor(options: TunedServerOptions) {
    this.#options = options;
    this.#active = options.baseline;
  }

  async apply(settings: Settings, signal: AbortSignal): Promise<void> {
    if (sameSettings(settings, this.#active)) return;
    const { client, model, config, baseline } = this.#options;
    const wanted = sameSettings(settings, baseline) ? config : configWith(config, settings);
    // A load that fails halfway also leaves something to restore.
    this.#isOverridden = true;
    await client.load(model, JSON.stringify(wanted), { signal });
    this.#active = settings;
  }

  measure(point: Point, signal: AbortSignal, cutoff: Cutoff | null = null): Promise<Measurement> {
    return this.#options.measure(point, { signal, cutoff });
  }

  /** Runs this load for a number of seconds. */
  load(point: Point, signal: AbortSignal, seconds: number): Promise<Measurement> {
    return this.#options.measure(point, { signal, seconds });
  }

  async restore(): Promise<void> {
    if (!this.#isOverridden) return;
    const { client, model, config, baseline } = this.#options;
    // A plain load would keep the override.
    await client.unload(model, {});
    if (!(await this.#loadsAsBefore())) await client.load(model, JSON.stringify(config), {});
    this.#isOverridden = false;
    this.#active = baseline;
  }

  /**
   * Loads the model from the repository. False if that fails or differs: an override was active
   * before.
   */
  async #loadsAsBefore(): Promise<boolean> {
    const { client, model, config } = this.#options;
    try {
      await client.load(model, undefined, {});
      return canonical(await client.modelConfig(model, {})) === canonical(config);
    } catch (error) {
      if (StatusError.from(error).code === "UNAVAILABLE") throw error;
      return false;
    }
  }
}
