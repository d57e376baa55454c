import { z } from "zod";
import type { ModelMetadata } from "../../../engine/types.ts";
import { entries, optional, optionalEntries } from "../kinds/lenient.ts";

/** Responses of Triton's HTTP interface (triton-inference-server/server, `docs/protocol`, and recorded from 2.64.0). */

const text = optional(z.string()).transform((given) => given ?? "");

export const refusal = z.object({ error: z.string() });

/** Of any server with the protocol. */
export const serverMetadata = z.object({
  name: z.string(),
  version: z.string().catch(""),
  extensions: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.filter((each) => typeof each === "string")),
});

export const index = entries(
  z.object({
    name: z.string(),
    version: optional(z.string()),
    state: optional(z.string()),
    reason: optional(z.string()),
  }),
);

const count = z
  .number()
  .nullish()
  .transform((given) => given ?? 0);

const duration = z
  .object({ count, ns: count })
  .nullish()
  .transform((given) => given ?? { count: 0, ns: 0 });

const stages = { compute_input: duration, compute_infer: duration, compute_output: duration };

const durations = z.object({
  success: duration,
  fail: duration,
  queue: duration,
  ...stages,
  cache_hit: duration,
  cache_miss: duration,
});

export const statistics = z.object({
  model_stats: entries(
    z.object({
      name: z.string(),
      version: text,
      last_inference: count,
      inference_count: count,
      execution_count: count,
      inference_stats: durations.nullish().transform((stats) => stats ?? null),
      batch_stats: optionalEntries(z.object({ batch_size: count, ...stages })),
      memory_usage: optionalEntries(z.object({ type: text, id: count, byte_size: count })),
    }),
  ),
});

type Datatype = ModelMetadata["inputs"][number]["datatype"];

const tensors = optionalEntries(
  z.object({
    name: z.string(),
    datatype: z.string().transform((name) => name as Datatype),
    shape: z.array(z.number()),
  }),
);

export const modelMetadata = z.object({
  name: z.string(),
  versions: optionalEntries(z.string()),
  platform: text,
  inputs: tensors,
  outputs: tensors,
});

/** It names its model; the rest is parsed as the protobuf message. */
export const config = z.looseObject({ name: z.string() });

/** Of a load and an unload, whose responses are empty. */
export const done = z.strictObject({}).nullable();
