import type { ModelDetail } from "../../contract/index.ts";

/** If a server does not show its configuration, any batch size may be tried. */
const UNKNOWN_LIMIT = 2 ** 31 - 1;

/** Adds a configuration derived from the tensors if the model serves and the server shows none. */
export function withAssumedConfig(detail: ModelDetail): ModelDetail {
  const { inputs, outputs, config, ready } = detail;
  return config !== null || !ready
    ? detail
    : { ...detail, config: assumedConfig([...inputs, ...outputs]) };
}

/** Servers show the batch dimension as a leading −1 in every tensor. */
export function assumedConfig(tensors: ModelDetail["inputs"]): Record<string, unknown> {
  const looksBatched = tensors.length > 0 && tensors.every(({ shape }) => Number(shape[0]) === -1);
  return { max_batch_size: looksBatched ? UNKNOWN_LIMIT : 0 };
}
