import type { LaunchFailure } from "../contract/index.ts";

interface Sign {
  readonly kind: LaunchFailure["kind"];
  readonly pattern: RegExp;
  readonly words: string;
}

/** What vLLM, SGLang, argparse and the operating system write; SPEC.md, LAUNCH-9, has their sources. The first one counts. */
const SIGNS: readonly Sign[] = [
  {
    kind: "flag",
    pattern:
      /error: (?:unrecognized arguments:.*|argument .*: (?:invalid .*|expected .*|not allowed .*)|the following arguments are required:.*|ambiguous option:.*)$/,
    words: "The server doesn't accept its flags",
  },
  {
    kind: "port",
    pattern: /\[?Errno (?:98|48)\]?.*|address already in use.*/i,
    words: "The port is in use",
  },
  {
    kind: "memory",
    pattern:
      /Free memory on device .*less than desired GPU memory utilization.*|No available memory for the cache blocks.*|To serve at least one request with the model.*|is larger than the maximum number of tokens that can be stored in KV cache.*|Not enough memory\. Please try to increase --mem-fraction-static.*/,
    words: "The GPU's memory doesn't suffice",
  },
  {
    kind: "memory",
    pattern: /(?:torch\.)?(?:cuda\.)?OutOfMemoryError.*|CUDA out of memory.*|HIP out of memory.*/,
    words: "Out of GPU memory",
  },
  {
    kind: "model",
    pattern:
      /is not a local folder and is not a valid model identifier.*|Repository Not Found.*|Cannot access gated repo.*|does not appear to have a file named.*/,
    words: "The model can't be loaded",
  },
  // pydantic names the class in one line, and the reason in the next.
  { kind: "flag", pattern: /Value error, .*/, words: "The server rejects its configuration" },
  {
    kind: "flag",
    pattern: /pydantic_core.*ValidationError.*|^ValueError: .*|AssertionError: .*/,
    words: "The server rejects its configuration",
  },
];

/** How a program ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Why a server ended, by what it wrote and how it ended. */
export function crashReason(log: readonly string[], exit: Exit): LaunchFailure {
  for (const { kind, pattern, words } of SIGNS) {
    const line = log.find((each) => pattern.test(each));
    if (line !== undefined)
      return { kind, reason: `${words}: ${cut(line.slice(pattern.exec(line)?.index ?? 0))}` };
  }
  if (exit.signal === "SIGKILL" || exit.code === 137)
    return {
      kind: "memory",
      reason:
        "It was killed (SIGKILL). Often the machine or the container had too little main memory.",
    };
  const last = log.findLast((line) => line.trim() !== "");
  const how = exit.signal === null ? `exit code ${exit.code}` : exit.signal;
  return {
    kind: "crash",
    reason: `It ended (${how})${last === undefined ? " and wrote nothing." : `: ${cut(last)}`}`,
  };
}

function cut(line: string): string {
  const text = line.trim();
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
