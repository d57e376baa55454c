import type { Distribution, InputChoice, ModelDetail } from "../contract/index.ts";
import { batchLimit, isWireDatatype, KINDS } from "../wire/index.ts";
import { type FileHints, NO_HINTS } from "./file-hints.ts";
import {
  type DimRole,
  countElements,
  isInteger,
  isLength,
  isMask,
  isSampleRate,
  isTokenType,
  type RoledInput,
  findRoles,
} from "./roles.ts";

/** Requests that are tried to find sizes, at most. */
export const MAX_ATTEMPTS = 8;
/** Of one input of such a request, bytes. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** Sizes by what a dimension counts, the likeliest first (SPEC.md, SIZE-3). */
const SIZES: Readonly<Record<DimRole, readonly number[]>> = {
  batch: [1],
  channels: [3, 1, 4],
  image: [224, 320, 640, 256, 512, 64, 48, 1024],
  samples: [16_000, 512, 1536, 48_000, 4000],
  tokens: [128, 16, 512, 1, 64],
  past: [0, 1, 16],
  any: [16, 128, 512, 1, 64, 256, 768],
};
/** Of streams that say their sample rate with each request: a window, not a recording. */
const WINDOW_SAMPLES = [512, 256, 1536, 16_000, 480];
const SAMPLE_RATES = [16_000, 8000];
/** Token ids are below it by default. */
const INTEGERS_BELOW = 1000;

/** Whether sizes or contents have to be found before a request can be made. */
export function hasDynamicDims(detail: ModelDetail): boolean {
  return itemInputs(detail).some(({ dims }) => dims.includes(-1));
}

/**
 * What may run, the likeliest first, at most {@link MAX_ATTEMPTS}; of a model without dynamic dimensions one, whose `shapes` are
 * empty. Pure.
 */
export function sizeCandidates(detail: ModelDetail, hints: FileHints = NO_HINTS): InputChoice[] {
  const inputs = itemInputs(detail);
  const batched = batchLimit(detail) > 0;
  const streams = inputs.some(isSampleRate);
  const roles = new Map(
    inputs.map((input) => [input.name, findRoles(input, inputs, batched, hints)] as const),
  );
  const listSizes = (input: RoledInput, axis: number): readonly number[] => {
    const wanted = hints.sizes[input.name]?.[axis] ?? -1;
    if (wanted > 0) return [wanted];
    const role = roles.get(input.name)?.[axis] ?? "any";
    if (role === "image" && hints.imageSize) {
      const edges = input.dims.flatMap((dim, at) =>
        dim === -1 && roles.get(input.name)?.[at] === "image" ? [at] : [],
      );
      const own = hints.imageSize[edges.indexOf(axis) === 1 ? 1 : 0];
      return [own, ...SIZES.image];
    }
    return role === "samples" && streams ? WINDOW_SAMPLES : SIZES[role];
  };
  const choices: InputChoice[] = [];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const sizeAt = symbolic((input, axis) => pick(listSizes(input, axis), attempt), hints);
    const shapes = Object.fromEntries(
      inputs.flatMap((input) =>
        input.dims.includes(-1)
          ? [[input.name, input.dims.map((dim, axis) => (dim === -1 ? sizeAt(input, axis) : dim))]]
          : [],
      ),
    );
    const choice = { shapes, byInput: contents(inputs, shapes, attempt, hints) };
    const known = choices.some((each) => JSON.stringify(each) === JSON.stringify(choice));
    if (!known && inputs.every((input) => isSmall(input, shapes[input.name]))) choices.push(choice);
  }
  return choices;
}

function itemInputs(detail: ModelDetail): RoledInput[] {
  const batched = batchLimit(detail) > 0;
  return detail.inputs.map(({ name, datatype, shape }) => ({
    name,
    datatype,
    dims: (batched ? shape.slice(1) : shape).map((dim) => (dim < 0 ? -1 : dim)),
  }));
}

const pick = (sizes: readonly number[], attempt: number) =>
  sizes[Math.min(attempt, sizes.length - 1)] as number;

/** Dimensions of one name have one size: that of the first of them. */
function symbolic(
  chooseSize: (input: RoledInput, axis: number) => number,
  { symbols }: FileHints,
): (input: RoledInput, axis: number) => number {
  const known = new Map<string, number>();
  return (input, axis) => {
    const symbol = symbols[input.name]?.[axis] ?? "";
    if (symbol === "") return chooseSize(input, axis);
    const size = known.get(symbol) ?? chooseSize(input, axis);
    known.set(symbol, size);
    return size;
  };
}

/** Contents that a datatype alone does not suggest. */
function contents(
  inputs: readonly RoledInput[],
  shapes: Readonly<Record<string, readonly number[]>>,
  attempt: number,
  hints: FileHints,
): Record<string, Distribution> {
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const content = chooseContent(input, inputs, shapes, { ...hints, attempt });
      return content ? [[input.name, content]] : [];
    }),
  );
}

function chooseContent(
  input: RoledInput,
  inputs: readonly RoledInput[],
  shapes: Readonly<Record<string, readonly number[]>>,
  { attempt, below, sampleRate }: FileHints & { readonly attempt: number },
): Distribution | null {
  if (isSampleRate(input) && input.datatype !== "BYTES" && input.datatype !== "BOOL") {
    return constant(sampleRate ?? pick(SAMPLE_RATES, attempt), input);
  }
  if (!isInteger(input)) return isMask(input) && input.datatype === "BOOL" ? ONES : null;
  if (isMask(input)) return ONES;
  if (isTokenType(input)) return { kind: "zeros" };
  if (isLength(input)) {
    const others = inputs.filter(({ name }) => name !== input.name);
    const longest = Math.max(1, ...others.map(({ name }) => shapes[name]?.at(-1) ?? 1));
    return constant(longest, input);
  }
  const rows = below[input.name];
  return rows !== undefined && rows < INTEGERS_BELOW ? { kind: "tokens", below: rows } : null;
}

const ONES: Distribution = { kind: "uniform", least: 1, most: 1 };

/** Null where the datatype does not hold it. */
function constant(value: number, { datatype }: RoledInput): Distribution | null {
  if (!isWireDatatype(datatype) || datatype === "BYTES") return null;
  return BigInt(Math.round(value)) > KINDS[datatype].most
    ? null
    : { kind: "uniform", least: value, most: value };
}

function isSmall(input: RoledInput, shape: readonly number[] | undefined): boolean {
  const elements = countElements({ ...input, dims: shape ?? input.dims });
  return elements * 8 <= MAX_INPUT_BYTES;
}
