import type { Clock } from "../../base/clock.ts";
import type { MachineFrame, ModelDetail, OverviewFrame } from "../contract/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ServerAdapter } from "../servers/adapter.ts";
import type { MetricsReading } from "../servers/metrics/metrics-reading.ts";
import { MetricsSource } from "../servers/metrics/metrics-source.ts";
import type { Reading } from "../telemetry/models/reading.ts";
import { configFactsOf } from "./config-facts.ts";

/** Two minutes of one look a second. */
const TRAIL = 120;
/** A reading older than this says nothing of now, ms. */
const FRESH_MS = 4000;

export type FetchMetrics = (signal: AbortSignal) => Promise<MetricsReading>;

/** What a server's metrics say of the machine, asked for one after the other. */
export class MachineWatch implements Disposable {
  readonly #server: ServerAdapter;
  readonly #clock: Clock;
  readonly #source: MetricsSource;
  readonly #fetch: FetchMetrics;
  readonly #stopped = new AbortController();
  readonly #trail: MachineFrame["trail"] = [];
  #asking = false;
  #newest: { t: number; reading: MetricsReading } | null = null;
  #problem: string | null = "The server's metrics have not been read yet.";

  constructor(server: ServerAdapter, clock: Clock, fetch?: FetchMetrics) {
    this.#server = server;
    this.#clock = clock;
    this.#source = new MetricsSource(server);
    this.#fetch = fetch ?? ((signal) => this.#source.read(signal));
  }

  /** The newest reading; null where there is none, or none of now. */
  get metrics(): MetricsReading | null {
    const newest = this.#newest;
    return newest && this.#clock.now() - newest.t < FRESH_MS ? newest.reading : null;
  }

  /** Asks for the next reading, unless one is under way. */
  ask(): void {
    if (this.#asking || this.#stopped.signal.aborted) return;
    this.#asking = true;
    this.#fetch(this.#stopped.signal)
      .then(
        (reading) => this.#take(reading),
        (error: unknown) => {
          this.#problem = StatusError.from(error).message;
        },
      )
      .finally(() => {
        this.#asking = false;
      });
  }

  /** `configOf` tells where instances are on servers that do not say so themselves. */
  frame(
    reading: Reading,
    overview: OverviewFrame,
    configOf: (model: string) => ModelDetail["config"],
  ): MachineFrame {
    const { metrics } = this;
    return {
      serverId: this.#server.id,
      t: reading.t,
      problem: metrics ? null : (this.#problem ?? "The server's metrics are not of now."),
      cpuUtilization: metrics?.cpuUtilization ?? null,
      memoryUsedBytes: metrics?.memoryUsedBytes ?? null,
      memoryTotalBytes: metrics?.memoryTotalBytes ?? null,
      gpus: [...(metrics?.gpus ?? [])],
      devices: devicesOf(reading, overview, configOf),
      trail: [...this.#trail],
    };
  }

  [Symbol.dispose](): void {
    this.#stopped.abort();
    this.#source[Symbol.dispose]();
  }

  #take(reading: MetricsReading): void {
    const t = this.#clock.now();
    this.#newest = { t, reading };
    this.#problem = null;
    this.#trail.push({
      t,
      cpu: reading.cpuUtilization,
      gpus: reading.gpus.map(({ utilization }) => utilization),
    });
    if (this.#trail.length > TRAIL) this.#trail.shift();
  }
}

function devicesOf(
  reading: Reading,
  overview: OverviewFrame,
  configOf: (model: string) => ModelDetail["config"],
): MachineFrame["devices"] {
  const devices = new Map<string, Map<string, number>>();
  const add = (device: string, model: string, instances: number) => {
    const models = devices.get(device) ?? new Map<string, number>();
    models.set(model, (models.get(model) ?? 0) + instances);
    devices.set(device, models);
  };
  for (const { name } of overview.models.filter(({ state }) => state === "READY")) {
    const versions = [...reading.versions.values()].filter(({ model }) => model === name);
    const told = versions.flatMap(({ telemetry }) => telemetry ?? []);
    const config = configOf(name);
    if (told.length > 0)
      for (const { deviceId, kind } of told.flatMap(({ instances }) => instances))
        add(deviceName(kind, deviceId), name, 1);
    else if (config)
      for (const { kind, count, gpus } of configFactsOf(config).groups)
        for (const gpu of gpus.length > 0 ? gpus : [-1]) add(deviceName(kind, gpu), name, count);
  }
  return [...devices]
    .map(([device, models]) => ({
      device,
      models: [...models].map(([model, instances]) => ({ model, instances })),
    }))
    .sort((a, b) => a.device.localeCompare(b.device, "en", { numeric: true }));
}

function deviceName(kind: string, deviceId: number): string {
  if (deviceId >= 0 && kind !== "KIND_CPU") return `GPU ${deviceId}`;
  if (kind === "KIND_GPU") return "GPU";
  return kind === "KIND_MODEL" ? "Chosen by the model" : "CPU";
}
