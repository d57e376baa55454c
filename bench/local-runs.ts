/**
 * Share of valid local measurements: the suggested experiment in the browser, `measure` in a shell, and tuning sessions, on
 * the sample models. A repetition is valid if all of its steps are; of a session the comparisons are listed, too.
 *
 *     node bench/local-runs.ts [--from=browser|shell|tuning] [--models=ranker,cnn_small,text_encoder]
 *         [--repetitions=10] [--json=FILE]
 */
import fs from "node:fs";
import { parseArgs } from "node:util";
import { runInBrowser } from "./local-runs/browser.ts";
import type { Repetition } from "./local-runs/order.ts";
import { runInShell } from "./local-runs/shell.ts";

const { values: flags } = parseArgs({
  options: {
    from: { type: "string", default: "browser" },
    models: { type: "string", default: "ranker,cnn_small,text_encoder" },
    repetitions: { type: "string", default: "10" },
    json: { type: "string" },
  },
});

const models = flags.models.split(",");
const repetitions = Number(flags.repetitions);
const valid = new Map(models.map((model) => [model, { runs: 0, steps: 0, all: 0 }]));
const kept: Repetition[] = [];

function show({ model, steps, comparisons = [] }: Repetition): void {
  kept.push({ model, steps, comparisons });
  const count = valid.get(model);
  if (!count) return;
  const bad = steps.filter(({ verdict }) => verdict.verdict === "invalid");
  count.all += steps.length;
  count.steps += steps.length - bad.length;
  if (bad.length === 0 && steps.length > 0) count.runs += 1;
  const figures = steps.map(
    ({ load, requestsPerSecond, response }) =>
      `${load.value}: ${requestsPerSecond.toFixed(0)}/s p99 ${response.p99?.value.toFixed(1) ?? "–"} ms`,
  );
  console.log(`${model}: ${bad.length === 0 ? "valid" : "INVALID"} (${figures.join(", ")})`);
  for (const { invalid, words } of comparisons) {
    console.log(`  ${invalid ? "INVALID comparison" : "comparison"}: ${words}`);
  }
  for (const { load, verdict } of bad) {
    for (const { id, severity, text } of verdict.reasons) {
      if (severity === "invalid") console.log(`  at ${load.value}: [${id}] ${text}`);
    }
  }
}

const run = flags.from === "shell" ? runInShell : runInBrowser;
await run({ models, repetitions, tuning: flags.from === "tuning" }, show);
for (const [model, { runs, steps, all }] of valid) {
  console.log(`${flags.from}, ${model}: ${runs} of ${repetitions} valid, ${steps} of ${all} steps`);
}
if (flags.json) fs.writeFileSync(flags.json, JSON.stringify(kept));
