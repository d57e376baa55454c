import type { ChatSource } from "../../../contract/index.ts";
import { type Random, seededRandom, deriveSeed } from "../random.ts";
import { drawLength } from "./lengths.ts";
import { groupAt } from "./prefix-groups.ts";
import { WORDS } from "./common-words.ts";
import type { RecordedFields } from "./recorded-fields.ts";

/** Converts a number of words to tokens. */
export interface TokenEstimate {
  readonly perWord: number;
  /** Of a prompt without words: what the server's template adds. */
  readonly overhead: number;
}

export const UNMEASURED: TokenEstimate = { perWord: 1, overhead: 0 };

/** The prompt of a request: a text, or messages from a file. */
export interface Prompt extends RecordedFields {
  readonly content: string | readonly unknown[];
  readonly maxTokens: number;
  /** False: the model has to answer without calling a tool. Absent: as planned. */
  readonly mayCall?: boolean;
}

/** Independent sequences of random numbers. */
const PREFIXES = 1;
const PROMPTS = 2;

/** The n-th prompt of a seed, of words alone; the same on every call. */
export function wordPrompt(
  { prompts, prefixes, outputs }: ChatSource,
  { perWord, overhead }: TokenEstimate,
  seed: number,
  n: number,
): { readonly content: string; readonly maxTokens: number } {
  const { tokens, maxTokens, group, random } = drawPrompt({ prompts, prefixes, outputs }, seed, n);
  const wordsFor = (count: number) => Math.max(1, Math.round(count / perWord));
  const prefixLength = group === null || prefixes === null ? 0 : wordsFor(prefixes.tokens);
  const own = Math.max(1, wordsFor(tokens - overhead) - prefixLength);
  const prefix = group === null ? [] : prefixText(seed, group, prefixLength);
  return { content: [...prefix, ...drawWords(own, random)].join(" "), maxTokens };
}

/** The group whose prefix the n-th prompt of a seed has, from 0; null: none. */
export const prefixGroup = (source: Drawn, seed: number, n: number): number | null =>
  drawPrompt(source, seed, n).group;

type Drawn = Pick<ChatSource, "prompts" | "prefixes" | "outputs">;

function drawPrompt({ prompts, prefixes, outputs }: Drawn, seed: number, n: number) {
  const random = seededRandom(deriveSeed(deriveSeed(seed, PROMPTS), n));
  const tokens = prompts.kind === "words" ? drawLength(prompts.lengths, random) : 1;
  const maxTokens = drawLength(outputs, random);
  const hasPrefix = prefixes !== null && random() < prefixes.share;
  const which = prefixes === null ? 0 : groupAt(prefixes, random());
  return { tokens, maxTokens, group: hasPrefix ? which : null, random };
}

export function prefixText(seed: number, which: number, words: number): string[] {
  return drawWords(words, seededRandom(deriveSeed(deriveSeed(seed, PREFIXES), which)));
}

export function drawWords(count: number, random: Random): string[] {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)] as string);
}
