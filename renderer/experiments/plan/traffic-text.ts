import type { Traffic } from "../../../main/contract/index.ts";
import { count } from "../../format/text.ts";
import { formatPercent } from "../../format/numbers.ts";

const sources: Record<Traffic["inputs"]["kind"], string> = {
  generated: "generated",
  "perf-analyzer": "from perf_analyzer's data",
  numpy: "from NumPy files",
  images: "from images",
  csv: "from a CSV file",
  chat: "prompts",
};

function reuseWords({ reuse }: Traffic): string {
  if (reuse.kind === "turns") return "taking turns";
  if (reuse.kind === "zipf") return `Zipf with exponent ${reuse.exponent}`;
  return `${formatPercent(reuse.share)} repeated`;
}

/** Where the inputs come from, in a few words. */
export function inputsWords(traffic: Traffic): string {
  const { inputs, distinctInputs } = traffic;
  return `${sources[inputs.kind]}, ${count(distinctInputs, "different request")}, ${reuseWords(traffic)}`;
}

/** What a request carries next to its inputs, in a few words. */
export function requestWords(traffic: Traffic): string {
  const { deadlineMs, priority, timeoutMicros, sequence } = traffic;
  const words = [
    ...(deadlineMs === null ? [] : [`deadline ${deadlineMs} ms`]),
    ...(priority === 0 ? [] : [`priority ${priority}`]),
    ...(timeoutMicros === null ? [] : [`queue timeout ${timeoutMicros} µs`]),
    ...(sequence === null ? [] : [`sequences of ${sequence.shortest} to ${sequence.longest}`]),
  ];
  return words.length === 0 ? "none" : words.join(", ");
}
