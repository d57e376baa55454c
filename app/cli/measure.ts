import { StatusError } from "../../engine/protocol/status.ts";
import type { Experiment, ExperimentPlan, ModelDetail } from "../../main/contract/index.ts";
import { LoadGenerator } from "../../main/lab/generator/generator.ts";
import { checkTraffic, planInputs } from "../../main/lab/inputs/index.ts";
import { configTextOf, environmentOf, isThisMachine } from "../../main/lab/runs/environment.ts";
import { nameOf } from "../../main/lab/runs/name.ts";
import { trafficSpecs } from "../../main/lab/runs/traffic-specs.ts";
import type { Subject } from "../../main/lab/steps/subject.ts";
import { type MeasuredServer, openTarget } from "../../main/lab/target/target.ts";
import { fetchMetrics } from "../../main/servers/metrics/fetch-metrics.ts";
import { type Command, UsageError } from "./command.ts";
import { exitCode, whyGone } from "./measure-ending.ts";
import { checkFiles, writeFiles } from "./measure-files.ts";
import { type MeasureFlags, parseMeasureFlags } from "./measure-flags.ts";
import { measureHelp } from "./measure-help.ts";
import { withDefaults } from "./measure-inputs.ts";
import { passReport, stepHeading, stepReport, summaryReport } from "./measure-report.ts";
import { settingsReport } from "./measure-settings.ts";
import { type Measured, measureSteps } from "./measure-steps.ts";

const generatorEntry = new URL(
  import.meta.url.endsWith(".ts") ? "../../main/lab/generator/process.ts" : "./generator.js",
  import.meta.url,
);

export const measureCommand: Command = {
  name: "measure",
  summary: "measure a model on any Open Inference Protocol server",
  help: measureHelp,
  async run(args) {
    const flags = parseMeasureFlags(args);
    checkFiles(flags);
    using target = openTarget(flags.plan.wire === "http" ? "http" : "grpc", flags.target);
    using generator = new LoadGenerator(generatorEntry);
    return await measure(flags, target, generator);
  },
};

async function measure(
  flags: MeasureFlags,
  target: MeasuredServer,
  generator: LoadGenerator,
): Promise<number> {
  const details: ModelDetail[] = [];
  for (const { model } of flags.plan.traffic) details.push(await target.modelDetail(model));
  const plan = withDefaults(flags.plan, flags.defaults, details);
  const subject = subjectOf(plan, details, flags, target);
  print(settingsReport(flags, plan, assumedShapes(plan, details), target.asJson));
  const createdAt = Date.now();
  const { measured, interrupted } = await untilInterrupted(flags, subject, generator);
  print(summaryReport(measured, flags.percentile));
  const gone = await whyGone(measured, target, plan);
  const lost = measured.failure ?? gone;
  const state = interrupted ? "cancelled" : lost ? "interrupted" : "done";
  const experiment: Omit<Experiment, "id"> = {
    name: nameOf(plan),
    createdAt,
    finishedAt: Date.now(),
    state,
    reason: interrupted ?? lost,
    plan,
    steps: measured.steps.map(({ step }) => step),
    environment: environmentOf(
      { name: flags.address, version: target.version },
      configTextOf("", details[0] as ModelDetail),
      flags.address,
    ),
    tags: [],
    pinned: false,
    note: "",
    annotations: [],
    importedFrom: null,
    search: measured.search,
    comparisons: [],
  };
  writeFiles(flags, experiment);
  return exitCode(measured, interrupted !== null, gone);
}

const print = (text: string) => process.stdout.write(text);

/** Choices that do not fit the model are wrong flags. */
function subjectOf(
  plan: ExperimentPlan,
  details: readonly ModelDetail[],
  { address, target, metricsAddress }: MeasureFlags,
  server: MeasuredServer,
): Subject {
  try {
    plan.traffic.forEach((each, i) => checkTraffic(details[i] as ModelDetail, each, plan.wire));
    return {
      plan,
      traffic: trafficSpecs(plan, details, server.asJson),
      target,
      server: {
        statistics: (model) => server.statistics(model),
        ...(metricsAddress !== null && { metrics: () => fetchMetrics(metricsAddress) }),
        sameMachine: isThisMachine(address),
      },
    };
  } catch (error) {
    if (error instanceof StatusError && error.code === "INVALID_ARGUMENT") {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

function assumedShapes(plan: ExperimentPlan, details: readonly ModelDetail[]) {
  const all = plan.traffic.map((each, i) => planInputs(details[i] as ModelDetail, each).assumed);
  return Object.assign({}, ...all) as Record<string, number[]>;
}

const SIGNALS = { SIGINT: "Interrupted from the keyboard.", SIGTERM: "Ended by SIGTERM." };

/** Ctrl-C or SIGTERM ends it early, with what was measured; `interrupted` says which. */
async function untilInterrupted(
  flags: MeasureFlags,
  subject: Subject,
  generator: LoadGenerator,
): Promise<{ measured: Measured; interrupted: string | null }> {
  const { percentile, verbose } = flags;
  const interrupt = new AbortController();
  const onSignal = (signal: NodeJS.Signals) =>
    interrupt.abort(SIGNALS[signal as keyof typeof SIGNALS]);
  for (const signal of Object.keys(SIGNALS)) process.on(signal, onSignal);
  const listener = {
    began: (planned: Parameters<typeof stepHeading>[0]) => print(stepHeading(planned)),
    passed: (pass: Parameters<typeof passReport>[0], index: number) =>
      verbose && print(passReport(pass, index, percentile)),
    measured: (each: Parameters<typeof stepReport>[0]) => print(stepReport(each, percentile)),
  };
  try {
    const measured = await measureSteps(flags, subject, generator, listener, interrupt.signal);
    return { measured, interrupted: interrupt.signal.aborted ? interrupt.signal.reason : null };
  } finally {
    for (const signal of Object.keys(SIGNALS)) process.off(signal, onSignal);
  }
}
