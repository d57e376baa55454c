import { z } from "zod";
import { request } from "./define.ts";

/** An input or output of a model file. */
export const fileTensor = z.object({
  name: z.string(),
  /** "FP32", "BYTES"; "sequence", "map" or "optional" where it is not a tensor. */
  datatype: z.string(),
  /** The type's name in a configuration; null where it has none. */
  configType: z.string().nullable(),
  /** A string is the name of a dynamic dimension, null a dynamic one without a name; null instead of a list: unknown rank. */
  shape: z.array(z.union([z.number(), z.string(), z.null()])).nullable(),
});
export type FileTensor = z.infer<typeof fileTensor>;

/** Weights: an initialiser of a graph, or the value of a Constant node. */
export const fileWeight = z.object({
  name: z.string(),
  datatype: z.string(),
  shape: z.array(z.number()),
  bytes: z.number(),
  origin: z.enum(["initializer", "constant"]),
  /** The external data file; null where the weights are in the model file. */
  external: z.string().nullable(),
});
export type FileWeight = z.infer<typeof fileWeight>;

export const onnxReport = z.object({
  irVersion: z.number(),
  producer: z.object({ name: z.string(), version: z.string() }),
  domain: z.string(),
  modelVersion: z.number(),
  graphName: z.string(),
  description: z.string(),
  opsets: z.array(z.object({ domain: z.string(), version: z.number() })),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  inputs: z.array(fileTensor),
  outputs: z.array(fileTensor),
  /** All weights; `elements` counts numbers, `bytes` their size as stored. */
  parameters: z.object({ tensors: z.number(), elements: z.number(), bytes: z.number() }),
  /** The largest weights, largest first. */
  weights: z.array(fileWeight),
  /** Nodes by operator, those of subgraphs and functions included, most frequent first. */
  operators: z.array(z.object({ domain: z.string(), name: z.string(), count: z.number() })),
  nodes: z.number(),
  subgraphs: z.number(),
  functions: z.array(z.object({ domain: z.string(), name: z.string(), nodes: z.number() })),
  /** External data files, and whether they are complete. */
  external: z.array(
    z.object({
      location: z.string(),
      tensors: z.number(),
      bytes: z.number(),
      state: z.enum(["present", "missing", "too short", "outside"]),
    }),
  ),
  /** Reshape nodes that write a fixed size into the first dimension. */
  fixedReshapes: z.array(z.object({ node: z.string(), shape: z.array(z.number()) })),
});
export type OnnxReport = z.infer<typeof onnxReport>;

export const modelFile = z.object({
  /** Version folders of the model, newest first; empty where the console does not see the files. */
  versions: z.array(z.string()),
  /** The version that was read. */
  version: z.string().nullable(),
  path: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  report: onnxReport.nullable(),
  /** Why there is no report: a sentence. */
  reason: z.string().nullable(),
});
export type ModelFile = z.infer<typeof modelFile>;

export const dependent = z.object({
  ensemble: z.string(),
  /** Indices of its steps that run the model; empty where an inner ensemble runs it. */
  steps: z.array(z.number()),
});
export type Dependent = z.infer<typeof dependent>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const modelFileRequests = {
  /** What a model's ONNX file holds. `version`: a version folder, null for the newest. */
  "models.file": request(model.extend({ version: z.string().nullable() }), modelFile),
  /** The server's ensembles that use the model, directly or through others. */
  "models.dependents": request(model, z.array(dependent)),
};
