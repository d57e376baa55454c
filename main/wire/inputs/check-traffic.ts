import { StatusError } from "../../../base/status-error.ts";
import type { InputSource, ModelDetail, Traffic, Wire } from "../../contract/index.ts";
import { checkGenerated } from "./generated.ts";
import { planInputs } from "./plan-inputs.ts";
import type { RequestSet } from "./request-set.ts";
import { findColumns } from "./sources/csv-columns.ts";
import { imageInput } from "./sources/image-input.ts";

/** Sources with known responses. */
const CHECKABLE: readonly InputSource["kind"][] = ["perf-analyzer", "numpy"];

type TrafficChoices = Pick<
  Traffic,
  "batchSize" | "shapes" | "inputs" | "priority" | "sequence" | "checkOutputs"
>;

/**
 * Throws INVALID_ARGUMENT if a model can't receive such traffic over the protocol, or if the traffic can't be as
 * specified; files are not read. Throws FAILED_PRECONDITION like planInputs.
 */
export function checkTraffic(detail: ModelDetail, traffic: TrafficChoices, wire: Wire): void {
  const { inputs } = planInputs(detail, traffic);
  checkSequence(detail, traffic);
  checkDecoupled(detail, traffic, wire);
  checkPriority(detail, traffic.priority);
  checkSource({ inputs, batchSize: traffic.batchSize }, traffic.inputs);
  if (traffic.checkOutputs && !CHECKABLE.includes(traffic.inputs.kind)) {
    throw invalid(
      `checkOutputs is true, but inputs of kind '${traffic.inputs.kind}' hold no outputs to compare with; use ${CHECKABLE.map((kind) => `'${kind}'`).join(" or ")}.`,
    );
  }
}

/**
 * INVALID_ARGUMENT for a version that does not serve, if the server reports its versions; "" leaves the choice to the
 * server.
 */
export function checkVersion({ name, versions }: ModelDetail, modelVersion: string): void {
  if (modelVersion === "" || versions.length === 0) return;
  const ready = versions.flatMap(({ version, state }) => (state === "READY" ? version : []));
  if (ready.includes(modelVersion)) return;
  const serving =
    ready.length === 0
      ? "none serves now"
      : ready.length === 1
        ? `version ${ready[0]} serves`
        : `versions ${ready.join(", ")} serve`;
  throw invalid(
    `modelVersion is '${modelVersion}', which the server does not serve; of model '${name}' ${serving}. Leave it empty for the one that the server chooses.`,
  );
}

/** Checks what is known without reading its files. */
function checkSource(set: Pick<RequestSet, "inputs" | "batchSize">, source: InputSource): void {
  if (source.kind === "generated") checkGenerated(set.inputs, source);
  if (source.kind === "images") imageInput(set, source);
  if (source.kind === "csv") findColumns(set, source.columns);
}

export function isSequenceModel({ config }: ModelDetail): boolean {
  return Boolean(config?.["sequence_batching"]);
}

export function isDecoupled({ config }: ModelDetail): boolean {
  const policy = config?.["model_transaction_policy"] as { decoupled?: boolean } | undefined;
  return policy?.decoupled === true;
}

/** Its steps may accept what the ensemble doesn't declare itself. */
const isEnsemble = ({ config }: ModelDetail) => Boolean(config?.["ensemble_scheduling"]);

function checkSequence(detail: ModelDetail, { sequence, batchSize }: TrafficChoices): void {
  const model = `Model '${detail.name}'`;
  if (!sequence) {
    if (!isSequenceModel(detail)) return;
    throw invalid(
      `${model} takes sequences of requests that belong together, and sequence is null; give their lengths.`,
    );
  }
  if (!isSequenceModel(detail) && !isEnsemble(detail)) {
    throw invalid(`${model} takes no sequences; leave sequence null.`);
  }
  if (sequence.shortest > sequence.longest) {
    throw invalid(
      `sequence.shortest is ${sequence.shortest}, more than sequence.longest, ${sequence.longest}.`,
    );
  }
  if (batchSize !== 1) {
    throw invalid(`batchSize is ${batchSize}, but a request of a sequence holds one item; use 1.`);
  }
}

function checkDecoupled(detail: ModelDetail, { checkOutputs }: TrafficChoices, wire: Wire): void {
  if (!isDecoupled(detail)) return;
  const model = `Model '${detail.name}' is decoupled: it gives any number of responses to a request`;
  if (wire !== "grpc-stream") throw invalid(`${model}. The wire is '${wire}'; use 'grpc-stream'.`);
  if (checkOutputs) throw invalid(`${model}, which checkOutputs cannot compare; leave it false.`);
}

/** INVALID_ARGUMENT for a level that the model lacks; 0 is its default. */
export function checkPriority(detail: ModelDetail, priority: number): void {
  if (priority === 0 || isEnsemble(detail)) return;
  const batching = detail.config?.["dynamic_batching"] as { priority_levels?: unknown } | undefined;
  const levels = Number(batching?.priority_levels ?? 0);
  if (priority <= levels) return;
  throw invalid(
    levels === 0
      ? `priority is ${priority}, but model '${detail.name}' has no priority levels; use 0.`
      : `priority is ${priority}, but model '${detail.name}' has ${levels} priority levels; use 1 to ${levels}, or 0 for its default.`,
  );
}

function invalid(message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message);
}
