import type { FileHints } from "./file-hints.ts";

/** What a dynamic dimension most likely counts; `batch` also of states that go with a batch. */
export type DimRole = "batch" | "channels" | "image" | "samples" | "tokens" | "past" | "any";

export interface RoledInput {
  readonly name: string;
  readonly datatype: string;
  /** Without the batch; −1 is dynamic. */
  readonly dims: readonly number[];
}

const INTEGER = /^U?INT/;
const FLOAT = /^(FP|BF)/;

export const isInteger = ({ datatype }: RoledInput) => INTEGER.test(datatype);
const isFloat = ({ datatype }: RoledInput) => FLOAT.test(datatype);

const words = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
const has = (name: string, ...wanted: readonly string[]) =>
  words(name).some((word) => wanted.includes(word));

export function isSampleRate(input: RoledInput): boolean {
  if (countElements(input) !== 1) return false;
  return has(input.name, "sr", "rate", "samplerate", "samplingrate");
}

export const isMask = ({ name }: RoledInput) => /mask/i.test(name);
export const isTokenType = ({ name }: RoledInput) => /token_?type|segment_?ids?/i.test(name);
export const isLength = ({ name }: RoledInput) => has(name, "len", "lens", "length", "lengths");

const isIds = ({ datatype }: RoledInput) => datatype === "INT64" || datatype === "INT32";
const isState = ({ name }: RoledInput) =>
  /^(h|c)_?(0|n|in)?$|state|hidden|^cell|context/i.test(name);
const isCache = ({ name }: RoledInput) => /past|cache/i.test(name);
const isAudio = ({ name }: RoledInput) =>
  /audio|wav|speech|signal|pcm|sound|input_values/i.test(name);

/** The role of each dimension of an input; only those of dynamic ones matter. */
export function findRoles(
  input: RoledInput,
  inputs: readonly RoledInput[],
  batched: boolean,
  { symbols }: FileHints,
): DimRole[] {
  const { dims, name } = input;
  const named = symbols[name] ?? [];
  // The batch dimension of an unbatched model leads, where there is more than it.
  const leads = !batched && dims[0] === -1 && dims.length > 1;
  const item = leads ? dims.slice(1) : dims;
  const own = itemRoles(input, item, inputs);
  const roles: DimRole[] = leads ? ["batch", ...own] : own;
  return roles.map((role, axis) => symbolRole(named[axis] ?? "", input) ?? role);
}

function itemRoles(
  input: RoledInput,
  item: readonly number[],
  inputs: readonly RoledInput[],
): DimRole[] {
  const all = (role: DimRole) => item.map(() => role);
  if (isCache(input) && item.length >= 3) {
    return item.map((_, axis) => (axis === item.length - 2 ? "past" : "batch"));
  }
  if (isState(input)) return all("batch");
  if (isInteger(input) && isImage(item, true)) return all("image");
  if (isInteger(input)) return all(isIds(input) && item.length === 1 ? "tokens" : "any");
  if (!isFloat(input)) return all("any");
  if (isImage(item, false)) {
    const channel = item.at(-1) !== -1 && item[0] === -1 ? item.length - 1 : 0;
    return item.map((_, axis) => (axis === channel ? "channels" : "image"));
  }
  if (item.length === 1 && (isAudio(input) || inputs.some(isSampleRate))) return all("samples");
  return all("any");
}

/** [C,H,W] or [H,W,C], where the channels are known or, of floating point, nothing is. */
function isImage(item: readonly number[], channelsKnown: boolean): boolean {
  if (item.length !== 3) return false;
  const [first, second, last] = item as [number, number, number];
  const isChannels = (size: number) => size === 1 || size === 3 || size === 4;
  if (isChannels(first)) return second === -1 || last === -1;
  if (isChannels(last)) return first === -1 || second === -1;
  return !channelsKnown && item.every((dim) => dim === -1);
}

/** What a dimension's name in the model file says; null where it says nothing. */
function symbolRole(symbol: string, input: RoledInput): DimRole | null {
  if (/batch|^(n|b|bs)$/i.test(symbol)) return "batch";
  if (/past/i.test(symbol)) return "past";
  if (/height|width|^(h|w)$/i.test(symbol)) return "image";
  if (/channel/i.test(symbol)) return "channels";
  if (/sample|audio/i.test(symbol) && isFloat(input)) return "samples";
  if (/seq|token|len/i.test(symbol) && isInteger(input)) return "tokens";
  return null;
}

export function countElements({ dims }: RoledInput): number {
  return dims.some((dim) => dim < 0) ? -1 : dims.reduce((product, dim) => product * dim, 1);
}
