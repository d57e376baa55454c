import { join } from "node:path";
import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { fileOfModel, readFileOfModel } from "../repository/repository-file.ts";

const MAX_LABEL_BYTES = 16 * 1024 * 1024;

/** Label lists by output name. */
export type Labels = ReadonlyMap<string, readonly string[]>;

/** Reads the label files of a model's outputs; `directory` is the model's. */
export async function readLabels(directory: string, config: ModelConfig): Promise<Labels> {
  const labels = new Map<string, readonly string[]>();
  for (const { name, label_filename } of config.output) {
    if (label_filename === "") continue;
    const field = `label_filename of output '${name}'`;
    const path = fileOfModel(directory, join(directory, label_filename), field);
    try {
      const { bytes, isWhole } = await readFileOfModel(directory, path, MAX_LABEL_BYTES);
      if (!isWhole) throw new Error("it has more than 16 MiB");
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
      labels.set(name, text.trimEnd().split(/\r?\n/));
    } catch (error) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `output '${name}' has label_filename "${label_filename}", but '${path}' can't be read (${(error as Error).message})`,
        { cause: error },
      );
    }
  }
  return labels;
}
