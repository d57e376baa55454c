import { setTo } from "../fix.ts";
import { completionAddsBatcher } from "./batches.ts";
import { completed, type Subject } from "./subject.ts";

const PATH = "ensemble_scheduling";
/** Suggested number of requests in flight in each step. */
const INFLIGHT = 16;

/** I4 and I5, if the models of the steps are known; validation reports I3. */
export function adviseOnEnsemble({ written, name, options, advise }: Subject): void {
  const ensemble = written.ensemble_scheduling;
  if (ensemble === undefined) return;
  const { models = [], autoComplete } = options;
  let decoupled: string | undefined;
  ensemble.step.forEach(({ model_name: modelName }, index) => {
    const model = models.find((other) => other.name === modelName);
    if (model === undefined) return;
    const { signature } = model;
    const own = {
      modelName,
      ...(signature && { signature }),
      ...(autoComplete !== undefined && { autoComplete }),
    };
    const config = completed(model.config, own);
    if (config.model_transaction_policy?.decoupled) decoupled ??= modelName;
    const batcher =
      config.dynamic_batching ?? config.sequence_batching ?? config.ensemble_scheduling;
    if (config.max_batch_size < 2 || batcher) return;
    if (completionAddsBatcher(model.config, config, autoComplete)) return;
    advise(
      "I4",
      `${PATH}.step[${index}].model_name`,
      `Model '${modelName}' takes batches of up to ${config.max_batch_size}, but has no dynamic_batching: in '${name}' it runs each request alone and holds up the other steps. Add dynamic_batching to its configuration.`,
    );
  });
  if (decoupled === undefined || ensemble.max_inflight_requests > 0) return;
  advise(
    "I5",
    PATH,
    `max_inflight_requests of '${name}' is 0, and model '${decoupled}' gives several responses for a request: where later steps are slower, responses pile up in memory. Set max_inflight_requests to about what the next step works on, such as ${INFLIGHT}.`,
    { fix: setTo(`${PATH}.max_inflight_requests`, INFLIGHT) },
  );
}
