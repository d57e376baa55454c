import fs from "node:fs";
import { StatusError } from "../../engine/protocol/status.ts";
import type { ExperimentPlan, ExperimentStep, ModelDetail } from "../../main/contract/index.ts";
import { environmentOf } from "../../main/lab/environment.ts";
import { stepsCsv } from "../../main/lab/export/csv.ts";
import { experimentJson } from "../../main/lab/export/json.ts";
import { LoadGenerator } from "../../main/lab/generator/generator.ts";
import {
  checkRequestBytes,
  type PlannedInputs,
  planInputs,
} from "../../main/lab/inputs/plan-inputs.ts";
import { measureStep, type Subject } from "../../main/lab/measure-step.ts";
import { openTarget, type Target } from "../../main/lab/target/target.ts";
import { type Command, UsageError } from "./command.ts";
import { type MeasureFlags, parseMeasureFlags } from "./measure-flags.ts";
import { settingsReport, stepReport, summaryReport } from "./measure-report.ts";

const generatorEntry = new URL(
  import.meta.url.endsWith(".ts") ? "../../main/lab/generator/process.ts" : "./generator.js",
  import.meta.url,
);

const help = `
Usage: npm run --silent batchdeck -- measure -m MODEL [flags]

Puts closed-loop load on a model of any Open Inference Protocol server, one concurrency after another, and
prints throughput, latency and the server's own statistics over the same span. The flags are perf_analyzer's
where it has them.

  -m MODEL                          The model.
  -u HOST:PORT                      The server; 127.0.0.1:8000, with -i grpc 127.0.0.1:8001.
  -i http|grpc                      http: HTTP with binary tensors (the default). grpc costs the client about
                                    ten times the CPU and tops out near 2,000 requests/s.
  -x VERSION                        The model's version; the server chooses without it.
  -b N                              Items per request; 1.
  --concurrency-range=START:END:STEP
                                    Outstanding requests; END is START and STEP is 1 if missing. Also a list: 1,8,32.
  -p, --measurement-interval=MS     Measured per concurrency; 5000.
  --warmup-interval=MS              Load before that, not counted; 500.
  --shape NAME:D1,D2                Sizes of an input with dynamic dimensions, without the batch. Repeatable.
  --distinct-inputs=N               Different requests that take turns; 32. With a response cache, few mean many hits.
  --seed=N                          Of the generated inputs; 1.
  --json FILE                       Writes everything measured, with the histograms.
  -f FILE                           Writes a line per concurrency as CSV with perf_analyzer's columns.
  --help

Failed requests are counted and shown, and do not end the measurement. Exit code 1: nothing could be measured,
or the server went away.
`;

export const measureCommand: Command = {
  name: "measure",
  summary: "measure a model on any Open Inference Protocol server",
  help: help.trim(),
  async run(args) {
    const flags = parseMeasureFlags(args);
    using target = openTarget(flags.wire, flags.address);
    using generator = new LoadGenerator(generatorEntry);
    return await measure(flags, target, generator);
  },
};

async function measure(
  flags: MeasureFlags,
  target: Target,
  generator: LoadGenerator,
): Promise<number> {
  const detail = await target.modelDetail(flags.model);
  const { inputs, assumed } = plan(detail, flags);
  process.stdout.write(settingsReport(flags, assumed));
  const createdAt = Date.now();
  const interrupt = new AbortController();
  const steps = await measureSteps(flags, inputs, target, generator, interrupt);
  process.stdout.write(summaryReport(steps));
  const interrupted = interrupt.signal.aborted;
  const gone = await whyGone(steps, target, flags.model);
  if (flags.csvFile !== null) write("-f", flags.csvFile, stepsCsv(steps));
  if (flags.jsonFile !== null) {
    const text = experimentJson({
      name: `${flags.model} on ${flags.address}`,
      createdAt,
      finishedAt: Date.now(),
      state: interrupted ? "cancelled" : gone ? "interrupted" : "done",
      reason: interrupted ? "Interrupted from the keyboard." : gone,
      plan: planOf(flags),
      environment: environmentOf({ name: flags.address, version: target.version }, detail, ""),
      steps,
    });
    write("--json", flags.jsonFile, text);
  }
  return exitCode(steps, interrupted, gone);
}

/** Choices that do not fit the model are wrong flags. */
function plan(detail: ModelDetail, flags: MeasureFlags): PlannedInputs {
  try {
    const planned = planInputs(detail, flags);
    checkRequestBytes(flags.distinctInputs, planned.bytes);
    return planned;
  } catch (error) {
    if (error instanceof StatusError && error.code === "INVALID_ARGUMENT") {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

/** Ctrl-C ends it early, with what was measured. */
async function measureSteps(
  flags: MeasureFlags,
  inputs: PlannedInputs["inputs"],
  target: Target,
  generator: LoadGenerator,
  interrupt: AbortController,
): Promise<ExperimentStep[]> {
  const { signal } = interrupt;
  const onInterrupt = () => interrupt.abort();
  process.on("SIGINT", onInterrupt);
  const subject: Subject = {
    plan: flags,
    inputs,
    address: flags.address,
    statistics: () => target.statistics(flags.model),
  };
  const monotonic = () => performance.now();
  const steps: ExperimentStep[] = [];
  for (const concurrency of flags.concurrencies) {
    const step = await measureStep(subject, concurrency, { generator, monotonic, signal });
    if (step) {
      steps.push(step);
      process.stdout.write(stepReport(step));
    }
    if (signal.aborted) break;
  }
  process.off("SIGINT", onInterrupt);
  return steps;
}

function planOf(flags: MeasureFlags): ExperimentPlan {
  const { jsonFile: _json, csvFile: _csv, address, ...planned } = flags;
  return { serverId: address, ...planned };
}

/** Why the server no longer answers for the model after requests failed; null when it does. */
async function whyGone(
  steps: readonly ExperimentStep[],
  target: Target,
  model: string,
): Promise<string | null> {
  if (steps.every(({ failures }) => failures.length === 0)) return null;
  try {
    await target.modelDetail(model);
    return null;
  } catch (error) {
    return StatusError.from(error).message;
  }
}

function exitCode(
  steps: readonly ExperimentStep[],
  interrupted: boolean,
  gone: string | null,
): number {
  if (interrupted) return 130;
  if (steps.some(({ successes }) => successes > 0)) {
    if (gone === null) return 0;
    process.stderr.write(`The server went away while it was measured: ${gone}\n`);
    return 1;
  }
  const failure = steps[0]?.failures[0];
  process.stderr.write(
    `Nothing could be measured: no request succeeded${failure ? ` (${failure.status}: ${failure.message})` : ""}.\n`,
  );
  return 1;
}

function write(flag: string, file: string, text: string): void {
  try {
    fs.writeFileSync(file, text);
  } catch (error) {
    throw new Error(`${flag} '${file}' cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
