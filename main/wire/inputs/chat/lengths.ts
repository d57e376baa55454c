import type { Lengths } from "../../../contract/index.ts";
import { normal, type Random } from "../random.ts";

const MOST = 1_000_000;

/** A length in tokens. */
export function drawLength(lengths: Lengths, random: Random): number {
  return Math.min(MOST, Math.max(1, Math.round(drawn(lengths, random))));
}

function drawn(lengths: Lengths, random: Random): number {
  switch (lengths.kind) {
    case "fixed":
      return lengths.tokens;
    case "uniform":
      return Math.floor(lengths.least + random() * (lengths.most - lengths.least + 1));
    case "normal":
      return lengths.mean + lengths.deviation * normal(random);
    case "lognormal":
      return lengths.median * Math.exp(lengths.sigma * normal(random));
  }
}

/** Approximate mean, to show how large requests are. */
export function meanLength(lengths: Lengths): number {
  switch (lengths.kind) {
    case "fixed":
      return lengths.tokens;
    case "uniform":
      return (lengths.least + lengths.most) / 2;
    case "normal":
      return lengths.mean;
    case "lognormal":
      return lengths.median * Math.exp(lengths.sigma ** 2 / 2);
  }
}
