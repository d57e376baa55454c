import type {
  ModelUsage,
  ObservedFigure,
  ObservedFrame,
  ServerStatus,
} from "../../../main/contract/index.ts";

export const status = (part: Partial<ServerStatus> = {}): ServerStatus => ({
  id: "chat",
  name: "Chat",
  kind: "vllm",
  state: "live",
  since: 0,
  reason: null,
  restarts: 0,
  endpoints: { http: "gpu-7:8000", grpc: "", metrics: "" },
  pid: null,
  version: "0.32.0",
  capabilities: ["chat"],
  secure: false,
  nextTry: null,
  repositoryProblem: null,
  restartedAt: null,
  batchdeck: false,
  caveat: null,
  ...part,
});

export const figure = (part: Partial<ObservedFigure>): ObservedFigure => ({
  figure: "waiting",
  model: "qwen",
  value: 3,
  provenance: "exact",
  source: "vllm:num_requests_waiting",
  hint: null,
  ...part,
});

export const frame = (part: Partial<ObservedFrame> = {}): ObservedFrame => ({
  serverId: "chat",
  t: 1_790_000_000_000,
  seconds: 5,
  live: true,
  models: [
    { name: "qwen", versions: [], state: "ready", reason: null, facts: [["Context", "8192"]] },
  ],
  figures: [figure({})],
  restarts: 2,
  ...part,
});

export const NO_USAGE: ModelUsage = {
  ensembles: [],
  unchecked: [],
  problem: null,
  override: false,
  experiments: [],
  watches: [],
  tuning: [],
  searches: [],
  sampleTraffic: [],
  fleets: [],
  rollouts: [],
  canaries: [],
  alertRules: [],
};
