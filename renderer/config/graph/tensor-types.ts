import type { ModelConfig } from "../../../engine/config/index.ts";
import type { End, Ensemble, Link } from "./ensemble.ts";

/** Types from the server or, for a model that isn't loaded (`byFile`), from its files. */
export type Known =
  | { readonly state: "known"; readonly config: ModelConfig; readonly byFile?: boolean }
  | { readonly state: "asking" | "not loaded" | "missing" | "unreachable" };

export type KnownModels = ReadonlyMap<string, Known>;

/** Models that don't serve now. */
export function notLoaded(models: KnownModels): ReadonlySet<string> {
  const idle = [...models].filter(
    ([, known]) => known.state === "not loaded" || (known.state === "known" && known.byFile),
  );
  return new Set(idle.map(([name]) => name));
}

export interface TensorType {
  /** Without "TYPE_". */
  readonly datatype: string;
  /** Without the batch dimension. */
  readonly dims: readonly number[];
  /** With the batch dimension, if any. */
  readonly shape: readonly number[];
}

interface Declared {
  readonly name: string;
  readonly data_type: string;
  readonly dims: readonly number[];
  readonly reshape?: { readonly shape: readonly number[] };
}

/** The type of a model's tensor; null if it has no such tensor. */
export function toTensorType(config: ModelConfig, tensor: Declared | undefined): TensorType | null {
  if (tensor === undefined) return null;
  const { dims } = tensor;
  return {
    datatype: tensor.data_type.replace("TYPE_", ""),
    dims,
    shape: config.max_batch_size > 0 ? [-1, ...dims] : dims,
  };
}

/** A drawn ensemble with its configuration and what is known about its models. */
export interface TypedEnsemble {
  readonly ensemble: Ensemble;
  readonly config: ModelConfig;
  readonly models: KnownModels;
}

/** The type of a tensor at one end of a link; null if unknown. */
export function typeAt(
  end: End,
  role: "input" | "output",
  { ensemble, config, models }: TypedEnsemble,
): TensorType | null {
  if (end.kind !== "step")
    return toTensorType(
      config,
      config[end.kind].find(({ name }) => name === end.tensor),
    );
  const model = models.get(ensemble.steps[end.step]?.model ?? "");
  if (model?.state !== "known") return null;
  return toTensorType(
    model.config,
    model.config[role].find(({ name }) => name === end.port),
  );
}

export interface LinkTypes {
  readonly from: TensorType | null;
  readonly to: TensorType | null;
  /** Null if either is unknown. */
  readonly agree: boolean | null;
}

export function findLinkTypes(link: Link, of: TypedEnsemble): LinkTypes {
  const from = typeAt(link.from, "output", of);
  const to = typeAt(link.to, "input", of);
  return { from, to, agree: from && to && agree(from, to) };
}

/** Compares as the server does: −1 matches any size, and a model without batching may have the batch in its dims. */
export function agree(one: TensorType, other: TensorType): boolean {
  const match = (a: readonly number[], b: readonly number[]) =>
    a.length === b.length &&
    a.every((dim, index) => dim === b[index] || dim === -1 || b[index] === -1);
  return (
    one.datatype === other.datatype &&
    (match(one.dims, other.dims) || match(one.shape, other.shape))
  );
}

export function typeText(type: TensorType | null): string {
  if (type === null) return "type not known";
  const shape = type.shape.map((dim) => (dim === -1 ? "−1" : String(dim))).join(", ");
  return `${type.datatype} [${shape}]`;
}

/** The type of a link; both types if its ends differ. */
export function linkText({ from, to, agree: same }: LinkTypes): string {
  if (from && to && same === false) return `${typeText(from)} into ${typeText(to)}`;
  return typeText(from ?? to);
}
