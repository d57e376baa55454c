import type { ModelDetail, ServerStatus, TrialRequest } from "../../main/contract/index.ts";

interface ModelKind {
  readonly decoupled: boolean;
  readonly sequences: boolean;
  readonly ensemble: boolean;
  /** 0: none. */
  readonly priorityLevels: number;
  readonly maxBatchSize: number;
}

/** What the model's configuration determines about its requests. */
export function modelKind({ config }: Pick<ModelDetail, "config">): ModelKind {
  const of = (name: string) => config?.[name] as Readonly<Record<string, unknown>> | undefined;
  return {
    decoupled: of("model_transaction_policy")?.["decoupled"] === true,
    sequences: of("sequence_batching") !== undefined,
    ensemble: of("ensemble_scheduling") !== undefined,
    priorityLevels: Number(of("dynamic_batching")?.["priority_levels"] ?? 0),
    maxBatchSize: Number(config?.["max_batch_size"] ?? 0),
  };
}

export type TrialWire = TrialRequest["wire"];

/** The protocols for which a connection has an address; both while its addresses are unknown. */
export function listProtocols(endpoints: ServerStatus["endpoints"]): readonly TrialWire[] {
  const both = ["http", "grpc"] as const;
  const known = both.filter((wire) => endpoints?.[wire]);
  return known.length > 0 ? known : both;
}

/** The form's initial request: one item with random values, over HTTP if possible. */
export function firstRequest(detail: ModelDetail, wires: readonly TrialWire[]): TrialRequest {
  const { decoupled, sequences } = modelKind(detail);
  return {
    serverId: detail.serverId,
    model: detail.name,
    modelVersion: "",
    wire: (decoupled && wires.includes("grpc")) || !wires.includes("http") ? "grpc" : "http",
    batchSize: 1,
    shapes: {},
    seed: 1,
    values: {},
    leftOut: [],
    outputs: [],
    id: "",
    priority: 0,
    timeoutMicros: null,
    deadlineMs: 5000,
    sequence: sequences ? { id: 1, start: true, end: true } : null,
  };
}

/** Inputs that requests may leave out. */
export function optionalInputs({ config }: ModelDetail): ReadonlySet<string> {
  const inputs = config?.["input"];
  if (!Array.isArray(inputs)) return new Set();
  const optional = inputs.filter((each) => each?.optional === true);
  return new Set(optional.map(({ name }) => String(name)));
}
