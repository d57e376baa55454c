import path from "node:path";
import type { Experiment, ExperimentPlan, ModelDetail } from "../../../main/contract/index.ts";
import {
  aiperfSummaries,
  chatSpecs,
  checkChat,
  checkVersions,
  chooseConfigText,
  describeEnvironment,
  experimentCsv,
  experimentJson,
  experimentReport,
  findGoal,
  guidellmReport,
  isThisMachine,
  LoadGenerator,
  pinTraces,
  suggestName,
  type Subject,
  targetForStreams,
  trafficSpecs,
  vllmBenchResults,
} from "../../../main/lab/measuring.ts";
import { ChatTarget, type MeasuredServer, openTarget } from "../../../main/lab/target/index.ts";
import { fetchMetrics } from "../../../main/servers/metrics/index.ts";
import { checkTraffic, planInputs } from "../../../main/wire/index.ts";
import { asUsage, type Command } from "../command.ts";
import { connectionLossReason, endedBeforeAll, exitCode } from "../exit-code.ts";
import { generatorEntry } from "../generator-entry.ts";
import { untilInterrupted } from "../interrupt.ts";
import { checkWritable, writeAll } from "../output-files.ts";
import { print } from "../output.ts";
import { withDefaults, withFoundSizes } from "./fit-plan.ts";
import { measureHelp } from "./flag-table.ts";
import { type MeasureFlags, parseMeasureFlags } from "./parse-flags.ts";
import { passReport, stepHeading, stepReport, summaryReport } from "./report-text.ts";
import { settingsReport } from "./settings-text.ts";
import { measureSteps, type StepListener } from "./steps.ts";

export const measureCommand: Command = {
  name: "measure",
  summary: "measure a model on any server of the Open Inference Protocol, or of OpenAI's chat",
  help: measureHelp,
  async run(args) {
    const flags = parseMeasureFlags(args);
    checkFiles(flags);
    using generator = new LoadGenerator(generatorEntry);
    if (flags.plan.wire === "openai") {
      using target = new ChatTarget(flags.target);
      return await measure(flags, await askChatServer(flags, target), generator);
    }
    using target = openTarget(flags.plan.wire === "http" ? "http" : "grpc", flags.target);
    return await measure(flags, await askTensorServer(flags, target), generator);
  },
};

async function measure(
  flags: MeasureFlags,
  { subject, version, configText, found, assumed, asJson, ask }: Asked,
  generator: LoadGenerator,
): Promise<number> {
  const { plan } = subject;
  print(settingsReport(flags, plan, { found, assumed, asJson }));
  const createdAt = Date.now();
  const { percentile, verbose } = flags;
  const listener: StepListener = {
    began: (planned) => print(stepHeading(planned)),
    passed: (pass, index) => verbose && print(passReport(pass, index, percentile)),
    measured: (each) => print(stepReport(each, percentile, plan.costs)),
  };
  const { result: measured, interrupted } = await untilInterrupted((signal) =>
    measureSteps(flags, subject, { generator, listener, signal, ask }),
  );
  if (measured.steps.length === 0) return endedBeforeAll(interrupted);
  print(summaryReport(measured, percentile));
  const gone = await connectionLossReason(measured, ask);
  const lost = measured.failure ?? gone;
  const state = interrupted ? "cancelled" : lost ? "interrupted" : "done";
  const experiment: Omit<Experiment, "id"> = {
    name: suggestName(plan),
    createdAt,
    finishedAt: Date.now(),
    state,
    reason: interrupted ?? lost,
    plan,
    steps: measured.steps.map(({ step }) => step),
    environment: describeEnvironment({ name: flags.address, version }, configText, flags.address),
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

/** The measurement's targets, and the server's description of itself. */
interface Asked {
  readonly subject: Subject;
  readonly version: string | null;
  readonly configText: string;
  /** Shapes for which a request succeeded, for inputs without a shape in the flags. */
  readonly found: Readonly<Record<string, readonly number[]>>;
  /** Shapes that were assumed for inputs with dynamic dimensions. */
  readonly assumed: Readonly<Record<string, readonly number[]>>;
  readonly asJson: boolean;
  /** Rejects if the server no longer responds for the models. */
  readonly ask: () => Promise<unknown>;
}

async function askTensorServer(flags: MeasureFlags, target: MeasuredServer): Promise<Asked> {
  const ask = async () => {
    const details: ModelDetail[] = [];
    for (const { model } of flags.plan.traffic) details.push(await target.modelDetail(model));
    return details;
  };
  const details = await ask();
  const given = withDefaults(flags.plan, flags.defaults, details);
  const { plan, found } = await asUsage(() =>
    withFoundSizes(given, details, flags.target, target.asJson),
  );
  return {
    subject: await askServer(plan, details, flags, target),
    version: target.version,
    configText: chooseConfigText("", details[0] as ModelDetail),
    found,
    assumed: assumedShapes(plan, details),
    asJson: target.asJson,
    ask,
  };
}

/** First determines a chat server's tokens per word. */
async function askChatServer(flags: MeasureFlags, server: ChatTarget): Promise<Asked> {
  const { target, address } = flags;
  const models = await server.models();
  await server.recognise();
  await asUsage(() => checkChat(flags.plan, models));
  const plan = await asUsage(() => pinTraces(flags.plan));
  await asUsage(() => findGoal(plan));
  return {
    subject: {
      plan,
      target: targetForStreams(target, server.kind),
      traffic: await chatSpecs(plan, target, server.kind),
      server: {
        statistics: () => Promise.resolve([]),
        observe: () => server.observe(),
        sameMachine: isThisMachine(address),
      },
    },
    version: server.version,
    configText: "",
    found: {},
    assumed: {},
    asJson: false,
    ask: () => server.models(),
  };
}

/** Choices that don't fit the model are wrong flags. */
function askServer(
  plan: ExperimentPlan,
  details: readonly ModelDetail[],
  { address, target, metricsAddress }: MeasureFlags,
  server: MeasuredServer,
): Promise<Subject> {
  return asUsage(() => {
    plan.traffic.forEach((each, i) => checkTraffic(details[i] as ModelDetail, each, plan.wire));
    checkVersions(plan, details);
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
  });
}

function assumedShapes(plan: ExperimentPlan, details: readonly ModelDetail[]) {
  const all = plan.traffic
    // Arrays of NumPy have their shapes.
    .map((each, i) =>
      each.inputs.kind === "numpy" ? {} : planInputs(details[i] as ModelDetail, each).assumed,
    );
  return Object.assign({}, ...all) as Record<string, number[]>;
}

type Files = Pick<MeasureFlags, "csvFile" | "jsonFile" | "htmlFile" | "toolFiles">;

const listFiles = ({ csvFile, jsonFile, htmlFile, toolFiles }: Files) =>
  ({
    csv: { flag: "-f", file: csvFile },
    json: { flag: "--json", file: jsonFile },
    html: { flag: "--html", file: htmlFile },
    vllmBench: { flag: "--vllm-bench", file: toolFiles["vllm-bench"] },
    aiperf: { flag: "--aiperf", file: toolFiles.aiperf },
    guidellm: { flag: "--guidellm", file: toolFiles.guidellm },
  }) as const;

/** Throws before the measurement if its results could not be written. */
export function checkFiles(flags: Files): void {
  checkWritable(Object.values(listFiles(flags)));
}

export function writeFiles(
  flags: Files & Pick<MeasureFlags, "percentile">,
  experiment: Omit<Experiment, "id">,
): void {
  const { csv, json, html, vllmBench, aiperf, guidellm } = listFiles(flags);
  writeAll([
    { ...csv, text: () => experimentCsv(experiment, flags.percentile ?? undefined) },
    { ...json, text: () => experimentJson(experiment) },
    { ...html, text: () => experimentReport(experiment) },
    { ...vllmBench, text: () => vllmBenchResults(experiment) },
    ...(aiperf.file === null ? [] : aiperfFiles(aiperf.file, experiment)),
    { ...guidellm, text: () => guidellmReport(experiment) },
  ]);
}

/** FILE for one load; for several, FILE with the load before its extension. */
function aiperfFiles(file: string, experiment: Omit<Experiment, "id">) {
  const summaries = aiperfSummaries(experiment);
  const { dir, name, ext } = path.parse(file);
  return summaries.map(({ load, text }) => ({
    flag: "--aiperf",
    file: summaries.length === 1 ? file : path.join(dir, `${name}-${load}${ext}`),
    text: () => text,
  }));
}
