import type { FinishedTrace, TensorNote } from "./live-trace.ts";

/** One request and its steps in the format of Triton's trace file: JSON objects, separated by commas (rule TRACE-7). */
export function tritonTrace(finished: readonly FinishedTrace[], timestamps: boolean): string {
  return finished
    .flatMap(({ record, tensors }) => {
      const { id, parentId, modelName, modelVersion, requestId } = record;
      return [
        {
          id,
          model_name: modelName,
          model_version: Number(modelVersion) || -1,
          ...(requestId !== "" && { request_id: requestId }),
          ...(parentId !== 0 && { parent_id: parentId }),
        },
        ...(timestamps ? record.stamps : []).map(({ point, atNs }) => ({
          id,
          timestamps: [{ name: point, ns: Math.round(atNs) }],
        })),
        ...tensors.map((note) => tensorEntry(id, note)),
      ];
    })
    .map((entry) => JSON.stringify(entry))
    .join(",");
}

function tensorEntry(id: number, { activity, tensor, text }: TensorNote): object {
  const { name, shape, datatype } = tensor;
  return {
    id,
    activity,
    tensor: { name, data: text, shape: shape.join(","), dtype: datatype },
  };
}
