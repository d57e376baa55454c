import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { classify } from "../requests/classification.ts";
import type { ModelIo } from "../requests/model-io.ts";
import type {
  InferRequest,
  InferResponse,
  OutputTensor,
  RequestedOutput,
  Respond,
} from "../types.ts";
import type { Executed, Outcome } from "./job.ts";
import type { Labels } from "./labels.ts";

/** The model and version that a response names. */
interface Answering {
  readonly config: ModelConfig;
  readonly version: string;
  readonly io: ModelIo;
  readonly labels: Labels;
}

/**
 * Returns the single response of a model that isn't decoupled. `accept` may throw a StatusError.
 */
export function answerOnce(
  version: Answering,
  source: InferRequest,
  accept: (outcome: Outcome) => void,
): Promise<InferResponse> {
  if (version.config.model_transaction_policy?.decoupled) {
    throw new StatusError(
      "UNIMPLEMENTED",
      "ModelInfer RPC doesn't support models with decoupled transaction policy",
      { details: { decoupled: true } },
    );
  }
  return new Promise((resolve, reject) => {
    accept({
      respond: (result) => result && resolve(inferResponse(version, source, result)),
      fail: reject,
    });
  });
}

/** Resolves after the final response. */
export function answerStream(
  version: Answering,
  source: InferRequest,
  respond: Respond,
  accept: (outcome: Outcome) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    accept({
      respond: (result, final) => {
        respond(result && inferResponse(version, source, result), final);
        if (final) resolve();
      },
      fail: reject,
    });
  });
}

function inferResponse(
  version: Answering,
  { id, outputs: requested }: InferRequest,
  { outputs, parameters }: Executed,
): InferResponse {
  return {
    modelName: version.config.name,
    modelVersion: version.version,
    id,
    parameters,
    outputs: requested.some(({ classification }) => classification > 0)
      ? classified(version, requested, outputs)
      : outputs,
  };
}

function classified(
  { labels, io }: Answering,
  requested: readonly RequestedOutput[],
  outputs: readonly OutputTensor[],
): OutputTensor[] {
  return outputs.map((output) => {
    const count = requested.find(({ name }) => name === output.name)?.classification ?? 0;
    if (count === 0) return output;
    return classify(output, count, labels.get(output.name) ?? [], io.maxBatchSize > 0);
  });
}
