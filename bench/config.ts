/**
 * Cost of reading and editing a large config.pbtxt: one megabyte is parsed, checked and edited in turn. Measures CPU time
 * of the thread, which other work on the machine disturbs least: minimum and median of the rounds. Parsing must take less
 * than 100 ms.
 *
 *     node bench/config.ts [--megabytes=1] [--rounds=9]
 */
import { parseArgs } from "node:util";
import {
  applyEdits,
  checkText,
  formatText,
  parseConfig,
  pathAt,
  printTree,
  setValue,
} from "../engine/config/index.ts";
import { median, quantile } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    megabytes: { type: "string", default: "1" },
    rounds: { type: "string", default: "9" },
  },
});
const rounds = Number(flags.rounds);
const LIMIT_MS = 100;

/** Realistic inputs, parameters and ensemble steps. */
function configText(bytes: number): string {
  const parts = ['name: "large"\nplatform: "ensemble"\nmax_batch_size: 8 # items\n'];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const part = `
# Stage ${index}
input [
  {
    name: "INPUT${index}"
    data_type: TYPE_FP32
    dims: [ -1, ${index}, 3 ]
  }
]
parameters { key: "setting_${index}" value { string_value: "${index} \\"quoted\\"" } }
`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
}

const text = configText(Number(flags.megabytes) * 1e6);
const path = ["input", 2, "dims", 1] as const;
const work = {
  parse: () => parseConfig(text),
  "check (checkText)": () => checkText(text, { modelName: "large" }),
  "print the tree": () => printTree(parseConfig(text).tree),
  "set one value": () => applyEdits(text, setValue(text, path, 17)),
  "set a new value": () => applyEdits(text, setValue(text, ["response_cache", "enable"], true)),
  "path at the cursor": () => pathAt(text, text.length >> 1),
  format: () => formatText(text),
};

const times = new Map<string, number[]>();
for (let round = 0; round < rounds + 2; round += 1) {
  for (const [name, run] of Object.entries(work)) {
    const start = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(start);
    const taken = (user + system) / 1000;
    if (round >= 2) times.set(name, [...(times.get(name) ?? []), taken]);
  }
}

const lines = text.split("\n").length;
process.stdout.write(`${(text.length / 1e6).toFixed(2)} MB, ${lines} lines, ${rounds} rounds\n`);
for (const [name, all] of times) {
  const fastest = quantile(all, 0);
  process.stdout.write(
    `${name.padEnd(20)} ${fastest.toFixed(1).padStart(7)} ms, median ${median(all).toFixed(1)} ms\n`,
  );
  if (name === "parse" && fastest >= LIMIT_MS) {
    process.stdout.write(`Parsing takes ${LIMIT_MS} ms or more.\n`);
    process.exitCode = 1;
  }
}
