import type { Known } from "./tensor-types.ts";

/** Describes where a step's model is known from. */
export function describeKnown(known: Known | undefined): string {
  switch (known?.state) {
    case "known": {
      const { max_batch_size: batch } = known.config;
      const words = batch > 0 ? `batches of up to ${batch}` : "does not batch";
      return known.byFile ? `not loaded; by its files, ${words}` : words;
    }
    case "not loaded":
      return "not loaded, so its types are not known";
    case "missing":
      return "not in the server's repository";
    case "unreachable":
      return "the server does not respond for it";
    default:
      return "asking the server…";
  }
}
