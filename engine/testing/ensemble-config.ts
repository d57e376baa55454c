import type { TestRepository } from "./repository.ts";

type Maps = Readonly<Record<string, string>>;

/** One step in config.pbtxt; the maps go from the model's names to the ensemble's. */
export function step(model: string, inputs: Maps, outputs: Maps, version = -1): string {
  const map = (field: string, pairs: Maps) =>
    Object.entries(pairs)
      .map(([key, value]) => `${field} { key: "${key}" value: "${value}" }`)
      .join(" ");
  return `step { model_name: "${model}" model_version: ${version} ${map("input_map", inputs)} ${map("output_map", outputs)} }`;
}

/** One input or output in config.pbtxt. */
export const tensor = (name: string, dims = "-1", type = "FP32"): string =>
  `{ name: "${name}" data_type: TYPE_${type} dims: [ ${dims} ] }`;

interface EnsembleOptions {
  /** Default: FP32 IN and OUT of any length. */
  readonly io?: string;
  readonly batch?: number;
  /** Additional scheduling fields. */
  readonly more?: string;
}

export async function writeEnsemble(
  repository: TestRepository,
  name: string,
  steps: readonly string[],
  { io, batch = 8, more = "" }: EnsembleOptions = {},
): Promise<void> {
  await repository.write(`${name}/1/.keep`, "");
  await repository.write(
    `${name}/config.pbtxt`,
    `platform: "ensemble" max_batch_size: ${batch}
     ${io ?? `input [ ${tensor("IN")} ] output [ ${tensor("OUT")} ]`}
     ensemble_scheduling { ${steps.join("\n")} ${more} }`,
  );
}
