import type { Clock } from "../../base/clock.ts";
import type { MachineFrame, ModelDetail, OverviewFrame } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import type { MetricsReading } from "../servers/metrics/index.ts";
import type { Answered, Reading } from "../telemetry/index.ts";
import { readConfigFacts } from "./config-facts.ts";

/** Two minutes at one sample a second. */
const TRAIL = 120;
/** Older readings are not current, ms. */
const FRESH_MS = 4000;

/** A server's metrics about the machine, poll by poll. */
export class MachineWatch {
  readonly #server: ServerAdapter;
  readonly #clock: Clock;
  readonly #trail: MachineFrame["trail"] = [];
  #newest: { t: number; reading: MetricsReading } | null = null;
  #problem: string | null = null;

  constructor(server: ServerAdapter, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  /** The newest reading; null without a current one. */
  get metrics(): MetricsReading | null {
    const newest = this.#newest;
    return newest && this.#clock.now() - newest.t < FRESH_MS ? newest.reading : null;
  }

  take({ now: { t }, metrics: reading, expositionProblem }: Answered): void {
    if (reading === null) {
      const { name } = this.#server.status;
      this.#problem = expositionProblem ?? `No address is known for the metrics of ${name}.`;
      return;
    }
    this.#newest = { t, reading };
    this.#problem = null;
    this.#trail.push({
      t,
      cpu: reading.cpuUtilization,
      gpus: reading.gpus.map(({ utilization }) => utilization),
    });
    if (this.#trail.length > TRAIL) this.#trail.shift();
  }

  /** `readConfig` gives the devices of instances on servers that do not report them. */
  frame(
    reading: Reading,
    overview: OverviewFrame,
    readConfig: (model: string) => ModelDetail["config"],
  ): MachineFrame {
    const { metrics } = this;
    return {
      serverId: this.#server.id,
      t: reading.t,
      problem: metrics ? null : this.#problem,
      cpuUtilization: metrics?.cpuUtilization ?? null,
      memoryUsedBytes: metrics?.memoryUsedBytes ?? null,
      memoryTotalBytes: metrics?.memoryTotalBytes ?? null,
      gpus: [...(metrics?.gpus ?? [])],
      devices: listDevices(reading, overview, readConfig),
      trail: [...this.#trail],
    };
  }
}

function listDevices(
  reading: Reading,
  overview: OverviewFrame,
  readConfig: (model: string) => ModelDetail["config"],
): MachineFrame["devices"] {
  const devices = new Map<string, Map<string, number>>();
  const add = (device: string, model: string, instances: number) => {
    const models = devices.get(device) ?? new Map<string, number>();
    models.set(model, (models.get(model) ?? 0) + instances);
    devices.set(device, models);
  };
  for (const { name } of overview.models.filter(({ state }) => state === "READY")) {
    const versions = [...reading.versions.values()].filter(({ model }) => model === name);
    const telemetries = versions.flatMap(({ telemetry }) => telemetry ?? []);
    const config = readConfig(name);
    if (telemetries.length > 0)
      for (const { deviceId, kind } of telemetries.flatMap(({ instances }) => instances))
        add(deviceName(kind, deviceId), name, 1);
    else if (config)
      for (const { kind, count, gpus } of readConfigFacts(config).groups)
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
