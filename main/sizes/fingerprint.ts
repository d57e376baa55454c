import { createHash } from "node:crypto";
import type { ModelDetail } from "../contract/index.ts";

/** Fields of a configuration that decide what a model takes; scheduling does not. */
const FIELDS = [
  "platform",
  "backend",
  "max_batch_size",
  "default_model_filename",
  "input",
  "batch_input",
  "ensemble_scheduling",
] as const;

/** Another one when the model's inputs, its configuration of them, its versions or its file changed. */
export function toFingerprint(
  { inputs, versions, config }: ModelDetail,
  fileStamp: string | null,
): string {
  const serving = versions.flatMap(({ version, state }) => (state === "READY" ? [version] : []));
  const takes = FIELDS.map((field) => config?.[field] ?? null);
  const tensors = inputs.map(({ name, datatype, shape }) => [name, datatype, shape]);
  const text = JSON.stringify([tensors, takes, serving.toSorted(), fileStamp]);
  return createHash("sha256").update(text).digest("base64");
}
