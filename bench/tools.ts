/**
 * The lab's figures next to those of perf_analyzer, AIPerf and GuideLLM, of the same servers under the same loads, taking
 * turns: `batchdeck measure` and each tool in a process of its own. The tools are installed into .cache/real/load-tools
 * on first use; one that can't be had is skipped with the reason.
 *
 *     node bench/tools.ts [--window-ms=1500] [--requests=100] [--rounds=5] [--only=classical,chat] [--cells=mlp]
 */
import { parseArgs } from "node:util";
import { startChat } from "./tools/chat.ts";
import { startClassical } from "./tools/classical.ts";
import { installAiperf, installGuidellm, installPerfAnalyzer } from "./tools/install.ts";
import { type Cell, compare } from "./tools/side-by-side.ts";

const { values: flags } = parseArgs({
  options: {
    "window-ms": { type: "string", default: "1500" },
    requests: { type: "string", default: "100" },
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "classical,chat" },
    /** Part of the names of the loads to measure. */
    cells: { type: "string", default: "" },
  },
});
const only = flags.only.split(",");

async function compareAll({ cells, stop }: { cells: readonly Cell[]; stop: () => Promise<void> }) {
  try {
    for (const cell of cells.filter(({ name }) => name.includes(flags.cells)))
      await compare(cell, Number(flags.rounds));
  } finally {
    await stop();
  }
}

if (only.includes("classical")) {
  const perfAnalyzer = await installPerfAnalyzer();
  if (perfAnalyzer)
    await compareAll(await startClassical(perfAnalyzer, Number(flags["window-ms"])));
}
if (only.includes("chat")) {
  const tools = { aiperf: await installAiperf(), guidellm: await installGuidellm() };
  await compareAll(await startChat(tools, Number(flags.requests)));
}
