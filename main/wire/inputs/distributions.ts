import { StatusError } from "../../../base/status-error.ts";
import type { WireDatatype } from "../../../engine/types.ts";
import type { Distribution } from "../../contract/index.ts";
import { KINDS } from "./elements.ts";
import { normal, type Random } from "./random.ts";
import { elementsIn, type InputSpec } from "./tensor.ts";

/** By default integers of 16 bits and more stay below this, so that they are token ids in any usual vocabulary. */
const INTEGERS_BELOW = 1000;
const WORDS = { shortest: 8, longest: 24 };

/** Draws one element. */
type Draw = (random: Random) => number;

/** Length of the longest BYTES text that the distribution draws. */
export function longestText(distribution: Distribution): number {
  if (distribution.kind === "texts") return distribution.longest;
  return distribution.kind === "zeros" ? 0 : WORDS.longest;
}

/** All its tensors are equal. */
export function isConstant(distribution: Distribution): boolean {
  switch (distribution.kind) {
    case "auto":
      return false;
    case "zeros":
      return true;
    case "uniform":
      return distribution.least === distribution.most;
    case "normal":
      return distribution.deviation === 0;
    case "tokens":
      return distribution.below === 1;
    case "texts":
      return distribution.longest === 0;
  }
}

/** INVALID_ARGUMENT if the input's datatype can't hold what the distribution draws. */
export function checkDistribution(
  { name, datatype }: Pick<InputSpec, "name" | "datatype">,
  distribution: Distribution,
): void {
  const problem = misfit(datatype, distribution);
  if (problem === null) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Input '${name}' is ${datatype}, and its distribution is '${distribution.kind}': ${problem}.`,
    { details: { input: name, datatype } },
  );
}

/** Random content of the tensor, little endian, each BYTES element after its u32 length. */
export function drawTensor(
  { datatype, shape }: InputSpec,
  distribution: Distribution,
  random: Random,
): Uint8Array {
  const count = elementsIn(shape);
  if (datatype === "BYTES") return drawTexts(count, textLengths(distribution), random);
  const { bytes, write } = KINDS[datatype];
  const data = new Uint8Array(count * bytes);
  if (distribution.kind === "zeros") return data;
  const view = new DataView(data.buffer);
  const draw = chooseDraw(datatype, distribution);
  for (let i = 0; i < count; i++) write(view, i * bytes, draw(random));
  return data;
}

const below = (random: Random, limit: number) => Math.floor(random() * limit);

function misfit(datatype: WireDatatype, distribution: Distribution): string | null {
  const { kind } = distribution;
  if (kind === "auto" || kind === "zeros") return null;
  if (datatype === "BYTES") {
    if (kind !== "texts") return "BYTES take 'auto', 'zeros' or 'texts'";
    if (distribution.shortest <= distribution.longest) return null;
    return `shortest is ${distribution.shortest}, more than longest, ${distribution.longest}`;
  }
  const { whole, least, most } = KINDS[datatype];
  const bounds = `from ${least} to ${most}`;
  switch (kind) {
    case "texts":
      return `texts fit BYTES; ${datatype} takes ${fittingKinds(datatype)}`;
    case "tokens":
      if (!whole || datatype === "BOOL") {
        return `tokens fit integers; ${datatype} takes ${fittingKinds(datatype)}`;
      }
      if (BigInt(distribution.below) - 1n <= most) return null;
      return `below is ${distribution.below}, and ${datatype} holds ${bounds}`;
    case "normal":
      if (datatype !== "BOOL") return null;
      return `BOOL takes ${fittingKinds(datatype)}`;
    case "uniform":
      if (distribution.least > distribution.most) {
        return `least is ${distribution.least}, more than most, ${distribution.most}`;
      }
      if (distribution.least < least || distribution.most > most) {
        return `${distribution.least} to ${distribution.most} is more than ${datatype} holds, ${bounds}`;
      }
      if (!whole) return null;
      return wholeRange(distribution);
  }
}

function wholeRange({ least, most }: { least: number; most: number }): string | null {
  if (Math.ceil(least) > Math.floor(most))
    return `there is no whole number between ${least} and ${most}`;
  if (Number.isSafeInteger(Math.ceil(least)) && Number.isSafeInteger(Math.floor(most))) return null;
  return `whole numbers are drawn from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
}

function fittingKinds(datatype: WireDatatype): string {
  if (datatype === "BOOL") return "'auto', 'zeros' or 'uniform'";
  return KINDS[datatype as Exclude<WireDatatype, "BYTES">].whole
    ? "'auto', 'zeros', 'uniform', 'normal' or 'tokens'"
    : "'auto', 'zeros', 'uniform' or 'normal'";
}

function chooseDraw(datatype: Exclude<WireDatatype, "BYTES">, distribution: Distribution): Draw {
  const { whole, least, most } = KINDS[datatype];
  switch (distribution.kind) {
    case "tokens":
      return (random) => below(random, distribution.below);
    case "uniform": {
      if (!whole) return (random) => between(distribution.least, distribution.most, random());
      const from = Math.ceil(distribution.least);
      const choices = Math.floor(distribution.most) - from + 1;
      return (random) => from + below(random, choices);
    }
    case "normal": {
      const { mean, deviation } = distribution;
      if (!whole) return (random) => mean + deviation * normal(random);
      const low = Math.max(Number(least), Number.MIN_SAFE_INTEGER);
      const high = Math.min(Number(most), Number.MAX_SAFE_INTEGER);
      return (random) =>
        Math.min(high, Math.max(low, Math.round(mean + deviation * normal(random))));
    }
    default:
      return autoDraw(datatype);
  }
}

/** Without computing the difference, which may overflow. */
const between = (least: number, most: number, share: number) => least * (1 - share) + most * share;

/** Floating point: standard normal; BOOL: a fair coin; 8-bit integers: 0 to 127 or 255. */
function autoDraw(datatype: Exclude<WireDatatype, "BYTES">): Draw {
  const { whole, most } = KINDS[datatype];
  if (!whole) return normal;
  const limit = Math.min(INTEGERS_BELOW, Number(most) + 1);
  return (random) => below(random, limit);
}

function textLengths(distribution: Distribution): { shortest: number; longest: number } {
  if (distribution.kind === "texts") return distribution;
  return distribution.kind === "zeros" ? { shortest: 0, longest: 0 } : WORDS;
}

/** Lower-case words. */
function drawTexts(
  count: number,
  { shortest, longest }: { shortest: number; longest: number },
  random: Random,
): Uint8Array {
  const lengths = Array.from(
    { length: count },
    () => shortest + below(random, longest - shortest + 1),
  );
  const data = Buffer.alloc(lengths.reduce((sum, length) => sum + 4 + length, 0));
  let at = 0;
  for (const length of lengths) {
    at = data.writeUInt32LE(length, at);
    for (let letter = 0; letter < length; letter++) {
      at = data.writeUInt8(97 + below(random, 26), at);
    }
  }
  return data;
}
