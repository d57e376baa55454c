export interface WorkerState {
  id: string;
  ready: boolean;
  memory: number;
}

export interface VersionState {
  version: string;
  url: string;
  minWorkers: number;
  maxWorkers: number;
  batchSize: number;
  maxBatchDelay: number;
  workers: WorkerState[];
  pending: number;
  requests: number;
  latencyUs: number;
  queueUs: number;
}

export interface ModelState {
  defaultVersion: string;
  versions: VersionState[];
}

export interface TorchServeState {
  readonly release: "0.5.3" | "0.12.0";
  readonly models: Map<string, ModelState>;
  /** Archives that can be registered. */
  readonly archives: Map<string, { name: string; version: string }>;
  /** Everything is rejected without a key; 0.12.0 only. */
  locked: boolean;
  /** Whether models can be registered and unregistered; disabled by default in 0.12.0. */
  modelApi: boolean;
  metrics: "log" | "prometheus" | "garbage";
  /** The id that the process generates when it starts; 0.5.3 only. */
  uuid: string;
  refused: number;
  failed: number;
  /** Requested workers that are not up yet. */
  readonly starting: (() => void)[];
}

let nextWorker = 9000;

export function worker(): WorkerState {
  return { id: String(nextWorker++), ready: true, memory: 300_000_000 };
}

export function version(name: string, url: string, workers: number): VersionState {
  return {
    version: name,
    url,
    minWorkers: workers,
    maxWorkers: workers,
    batchSize: 8,
    maxBatchDelay: 50,
    workers: Array.from({ length: workers }, worker),
    pending: 0,
    requests: 0,
    latencyUs: 0,
    queueUs: 0,
  };
}

export function freshState(release: TorchServeState["release"]): TorchServeState {
  return {
    release,
    models: new Map([
      ["resnet18", { defaultVersion: "1.0", versions: [version("1.0", "resnet18.mar", 2)] }],
    ]),
    archives: new Map([
      ["resnet18_2.mar", { name: "resnet18", version: "2.0" }],
      ["bert.mar", { name: "bert", version: "1.0" }],
    ]),
    locked: false,
    modelApi: release === "0.5.3",
    metrics: "prometheus",
    uuid: "d5f84dfb-fae8-4f92-b217-2f385ca7470b",
    refused: 0,
    failed: 0,
    starting: [],
  };
}
