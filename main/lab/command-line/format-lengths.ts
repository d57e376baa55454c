import type { Lengths } from "../../contract/index.ts";

export function formatLengths(lengths: Lengths): string {
  switch (lengths.kind) {
    case "fixed":
      return String(lengths.tokens);
    case "uniform":
      return `uniform:${lengths.least}:${lengths.most}`;
    case "normal":
      return `normal:${lengths.mean}:${lengths.deviation}`;
    case "lognormal":
      return `lognormal:${lengths.median}:${lengths.sigma}`;
  }
}
