import type { ParsedConfig } from "../../../engine/config/index.ts";

const policy = ["timeout_action", "default_timeout_microseconds", "allow_timeout_override"];
const each = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}.${name}`);

/** Paths that the form shows, without indices and keys; fields inside of a shown message are listed separately. */
const SHOWN: ReadonlySet<string> = new Set([
  "name",
  "backend",
  "platform",
  "default_model_filename",
  "model_transaction_policy.decoupled",
  "max_batch_size",
  ...each("dynamic_batching", [
    "preferred_batch_size[]",
    "max_queue_delay_microseconds",
    "preserve_ordering",
    "priority_levels",
    "default_priority_level",
    ...each("default_queue_policy", [...policy, "max_queue_size"]),
    ...each("priority_queue_policy[]", [...policy, "max_queue_size"]),
  ]),
  ...each("sequence_batching", [
    "max_sequence_idle_microseconds",
    "iterative_sequence",
    ...each("direct", ["max_queue_delay_microseconds", "minimum_slot_utilization"]),
    ...each("oldest", [
      "max_queue_delay_microseconds",
      "max_candidate_sequences",
      "preferred_batch_size[]",
      "preserve_ordering",
    ]),
  ]),
  "ensemble_scheduling.max_inflight_requests",
  ...each("instance_group[]", ["kind", "count", "gpus[]"]),
  "optimization.graph.level",
  ...each("version_policy", ["latest.num_versions", "all", "specific.versions[]"]),
  "response_cache.enable",
  ...each("model_warmup[]", ["name", "batch_size", "count"]),
  ...each("model_warmup[].inputs[]", [
    "data_type",
    "dims[]",
    "zero_data",
    "random_data",
    "input_data_file",
  ]),
  ...each("input[]", ["name", "data_type", "dims[]", "allow_ragged_batch", "optional"]),
  ...each("output[]", ["name", "data_type", "dims[]", "label_filename"]),
]);

/** Every message that contains something shown. */
const AROUND: ReadonlySet<string> = new Set(
  [...SHOWN].flatMap((path) =>
    [...path.matchAll(/\.|\[\]/g)]
      .map(({ index }) => path.slice(0, index))
      .flatMap((prefix) => [prefix, `${prefix}[]`]),
  ),
);

/** Backend parameters with a control. */
const PARAMETERS: ReadonlySet<string> = new Set([
  "intra_op_thread_count",
  "inter_op_thread_count",
  "execution_mode",
]);

export interface TextOnlyField {
  /** In the format of locations: `input[0].reshape`. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** The outermost fields of a text that the form doesn't show. `parameters`: whether it shows backend parameters. */
export function textOnlyFields({ locations }: ParsedConfig, parameters: boolean): TextOnlyField[] {
  const hidden = new Set<string>();
  const fields: TextOnlyField[] = [];
  for (const [path, { field }] of locations) {
    if (isShown(path, parameters)) continue;
    const isInner = ancestors(path).some((ancestor) => hidden.has(ancestor));
    hidden.add(path);
    if (!isInner) fields.push({ path, from: field.name.from, to: field.name.to });
  }
  return fields;
}

function isShown(path: string, parameters: boolean): boolean {
  const parameter = /^parameters\["([^"]*)"\]/.exec(path)?.[1];
  if (parameter !== undefined) return parameters && PARAMETERS.has(parameter);
  if (path === "parameters") return true;
  const plain = path.replaceAll(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, "[]");
  return SHOWN.has(plain) || SHOWN.has(`${plain}[]`) || AROUND.has(plain);
}

function ancestors(path: string): string[] {
  return [...path.matchAll(/\.|\[/g)].map(({ index }) => path.slice(0, index));
}
