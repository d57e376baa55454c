import { remove } from "../fix.ts";
import type { ModelConfig } from "../types.ts";
import { queueSize } from "./queue-limits.ts";
import { leavesOpen } from "../open-tensors.ts";
import { hasScheduler, isOnnx, isTensorRt, type Subject } from "./subject.ts";

const BATCHING = "dynamic_batching";

/** B1 and B3 to B5; validation reports B2. */
export function adviseOnBatches(subject: Subject): void {
  adviseOnPreferredSizes(subject);
  adviseOnLonelyBatcher(subject);
  adviseOnHiddenBatcher(subject);
  adviseOnShapes(subject);
}

function adviseOnPreferredSizes({ written, config, name, advise }: Subject): void {
  if ((config.backend === "" && config.platform === "") || isTensorRt(config)) return;
  const owners = [
    [BATCHING, written.dynamic_batching],
    ["sequence_batching.oldest", written.sequence_batching?.oldest],
  ] as const;
  for (const [owner, batching] of owners) {
    const sizes = batching?.preferred_batch_size ?? [];
    // The largest batch is preferred in any case.
    if (sizes.every((size) => size === written.max_batch_size)) continue;
    const path = `${owner}.preferred_batch_size`;
    advise(
      "B1",
      path,
      `preferred_batch_size is [${sizes.join(", ")}], but '${name}' is not a TensorRT model with a profile for each size: preferred sizes only send batches earlier and smaller than possible. Remove it and let max_batch_size and the batching delay decide.`,
      { fix: remove(path) },
    );
  }
}

function adviseOnLonelyBatcher({ written, config, options, advise }: Subject): void {
  const batching = written.dynamic_batching;
  if (batching === undefined || config.max_batch_size > 0) return;
  if (options.autoComplete !== false && options.signature === undefined && leavesOpen(config))
    return;
  const hasPolicies =
    batching.priority_levels !== 0 ||
    batching.default_queue_policy !== undefined ||
    Object.keys(batching.priority_queue_policy).length > 0;
  if (hasPolicies && batching.max_queue_delay_microseconds === 0) return;
  const delay = `${BATCHING}.max_queue_delay_microseconds`;
  advise(
    "B3",
    BATCHING,
    hasPolicies
      ? "max_batch_size is 0, so every batch is one request and the batching delay gains nothing. Remove max_queue_delay_microseconds; the queue policies work without it."
      : "max_batch_size is 0, so every batch is one request and dynamic_batching gains nothing. Set max_batch_size if the model's tensors begin with a batch dimension, or remove dynamic_batching.",
    { fix: remove(hasPolicies ? delay : BATCHING) },
  );
}

function adviseOnHiddenBatcher(subject: Subject): void {
  const { written, config, options, advise } = subject;
  if (hasScheduler(written) || written.platform === "ensemble") return;
  if (!completionAddsBatcher(written, config, options.autoComplete)) return;
  const size = queueSize(subject);
  const max = config.max_batch_size;
  advise(
    "B4",
    "max_batch_size",
    `The server will ${written.max_batch_size === 0 ? `set max_batch_size to ${max} and ` : ""}add dynamic_batching, because the configuration leaves tensors open and has no scheduler. Add it here to give its queue a limit.`,
    {
      fix: {
        title: `Add dynamic_batching with max_queue_size ${size}`,
        changes: [{ path: `${BATCHING}.default_queue_policy.max_queue_size`, value: size }],
      },
    },
  );
}

/** Whether completion adds a batcher; false if unknown. */
export function completionAddsBatcher(
  written: ModelConfig,
  config: ModelConfig,
  autoComplete: boolean | undefined,
): boolean {
  if (autoComplete === false || hasScheduler(written)) return false;
  if (config.dynamic_batching !== undefined) return true;
  return isOnnx(config) && config.max_batch_size > 1 && leavesOpen(config);
}

function adviseOnShapes({ config, advise }: Subject): void {
  if (config.max_batch_size < 2 || config.dynamic_batching === undefined) return;
  config.input.forEach((input, index) => {
    if (input.allow_ragged_batch || !input.dims.includes(-1)) return;
    const path = `input[${index}].dims`;
    advise(
      "B5",
      path,
      `Input '${input.name}' has the variable dims [${input.dims.join(", ")}]: only requests of equal shape share a batch. Let clients pad to a few sizes, or use allow_ragged_batch if the model takes it.`,
    );
  });
}
