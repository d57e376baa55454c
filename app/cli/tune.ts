import os from "node:os";
import { systemClock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import { configFromJson, printConfig } from "../../engine/config/index.ts";
import type { ModelStatistics } from "../../engine/types.ts";
import { loadRefusal } from "../../main/configs/index.ts";
import {
  type Experiment,
  type ExperimentPlan,
  type ModelDetail,
  PLAN_VERSION,
  type SearchConstraints,
  type SearchRanges,
  settingsText,
  repeatText,
  type StepRepeat,
} from "../../main/contract/index.ts";
import {
  describeEnvironment,
  isThisMachine,
  LoadGenerator,
  trafficSpecs,
} from "../../main/lab/measuring.ts";
import { type MeasuredServer, openTarget } from "../../main/lab/target/index.ts";
import type { BatchSink } from "../../main/servers/index.ts";
import {
  InsightClient,
  isBatchdeck,
  type TritonClient,
  TritonOverGrpc,
  TritonOverHttp,
} from "../../main/servers/triton/index.ts";
import {
  configWith,
  earlierTrial,
  grid,
  instanceMemoryFrom,
  learnKnown,
  measurePoint,
  otherModels,
  otherRequests,
  type Progress,
  processCores,
  toQueueLimits,
  readProgress,
  removeProgress,
  repeatShareFrom,
  type Settings,
  toSearchSettings,
  tune,
  usualRanges,
  WATCH_SECONDS,
  withinMemory,
  writeProgress,
} from "../../main/tuning/search/index.ts";
import { searchReport } from "../../main/tuning/searches/report.ts";
import { formatAuthority, checkTraffic, type Target } from "../../main/wire/index.ts";
import { GrpcClient, ServerHttp } from "../../main/wire/transport/index.ts";
import { asUsage, type Command } from "./command.ts";
import { generatorEntry } from "./generator-entry.ts";
import { untilInterrupted } from "./interrupt.ts";
import { withDefaults, withFoundSizes } from "./measure/fit-plan.ts";
import { print, printError } from "./output.ts";
import { checkWritable, writeAll } from "./output-files.ts";
import { parseTuneFlags, type TuneFlags } from "./tune-flags.ts";
import { excludedText, finishedSearch, resultReport, TrialLog } from "./tune-report.ts";
import { TunedServer } from "./tuned-server.ts";

export const tuneCommand: Command = {
  name: "tune",
  summary: "find the best batching, delay and instances of a model in a dozen measurements",
  help: `Usage: npm run --silent batchdeck -- tune -m MODEL [-u HOST:PORT] [flags]

Predicts every configuration with the engine's scheduler on simulated time, measures the most promising ones, and
confirms the best against the active configuration. Needs a server with model control (Triton: --model-control-mode=explicit).
Configurations are loaded as overrides; in the end the model is unloaded, and loaded again as it was.

Goal; one of
  --maximize throughput             The default. --objective limits latency; --clients lists the loads to try.
  --minimize p99 --request-rate R   The lowest p99 at R requests/s.
  --minimize instances --request-rate R --objective 'p99<=20ms'
  --objective 'p99<=20ms'           Latency objective.

Search space
  --max-batch-size N                Up to N; 1 for no batching. Default: the larger of the model's own limit and 32.
  --max-instances N                 Default: the cores of this machine, at most 8; on another machine 4.
  --max-delay-us US                 Default: 5000, and at most a quarter of the objective.
  --keep KNOB,KNOB                  Keep as configured: preferred-sizes, threads, cache. By default all are tried if the model
                                    has them; the cache if --duplicates states a share of repeated requests.
  --queue-limits                    With --minimize: also tries limits of the queue, which reject up to 2 % of the requests.
  --clients N,N                     Default: 1,2,4,8,16,32,64.
  --max-memory SIZE                 Of the model with all its instances, such as 512MiB. Predicted from what the server reports, else
                                    from --instance-memory SIZE; measured where the server reports it.
  --keep-objective MODEL:p99<=40ms  A configuration during whose measurement MODEL misses this isn't offered; several are possible.
                                    On Batchdeck's engine over gRPC by its latencies, else by the mean.
  --trials N                        Measurements, the active configuration's among them. Default: 12.
  --seconds S                       Of each measurement. Default: 5.
  --warmup-auto S                   Warm-up before each until the server has settled, at most so long. Default: as --seconds, at least 2.
  --pairs N                         Of active and best configuration, to confirm. Default: 3.

The requests
  -m MODEL, -u HOST:PORT, -i grpc|http, -b ITEMS, --shape, --input, --input-data, --numpy, --seed … as for measure. Default
                                    protocol: grpc.

Results
  --out FILE                        Writes the configuration as config.pbtxt, where it is confirmed.
  --json FILE                       Writes the trials and the result.
  --html FILE                       Writes a report: the result, the map of all configurations, and each trial.
  --resume FILE                     Keeps the trials in FILE, and goes on after those that an interrupted search left there. Deleted
                                    when the search ends with a result.
  --with-other-traffic              Tunes although the model serves requests of others.

Exit code 0: confirmed, or the active configuration is the best; 1: the server can't be reached or refuses; 2: wrong usage;
3: the objective is out of reach, or the improvement was not confirmed; 130: interrupted.
`,
  async run(args) {
    const flags = parseTuneFlags(args);
    checkWritable(listFiles(flags));
    using generator = new LoadGenerator(generatorEntry);
    using target = openTarget(flags.wire, flags.target);
    using connection = connect(flags.wire, flags.target);
    const prepared = await prepare(flags, target, connection, generator);
    const log = new TrialLog(systemClock);
    const createdAt = systemClock.now();
    const { result, interrupted } = await untilInterrupted((signal) =>
      search(flags, prepared, log, signal),
    );
    if (!result) {
      const again =
        flags.resumeFile !== null && log.measuredTrials.length > 0
          ? " The same command continues the search."
          : "";
      printError(`${interrupted} The former configuration is active again.${again}\n`);
      return 130;
    }
    const { config, baseline } = prepared;
    const found = formatConfig(configWith(config, result.found.point.settings));
    const isConfirmed = result.conclusion === "confirmed";
    const finished = finishedSearch(
      {
        ...flags,
        ...prepared,
        foundConfig: isConfirmed ? found : null,
        createdAt,
        finishedAt: systemClock.now(),
      },
      log,
      result,
    );
    print(resultReport(finished));
    const { out, json, html } = outputs(flags);
    const trials = log.measuredTrials.map(({ point, outcome, problem, ...trial }) => ({
      ...point,
      throughput: outcome?.throughput ?? null,
      p99Ms: outcome?.p99Ms ?? null,
      problem,
      endedEarly: trial.endedEarly ?? null,
      violation: trial.violation?.text ?? null,
      memoryBytes: trial.memoryBytes ?? null,
    }));
    const shown = {
      model: finished.model,
      goal: flags.goal,
      constraints: prepared.constraints,
      excluded: log.excluded,
      baseline,
      ...result,
      trials,
    };
    writeAll([
      ...(isConfirmed ? [{ ...out, text: () => found }] : []),
      { ...json, text: () => `${JSON.stringify(shown, null, 2)}\n` },
      { ...html, text: () => searchReport(finished, "html").content },
    ]);
    if (out.file !== null) {
      print(
        isConfirmed
          ? `Configuration: ${out.file}\n`
          : `No configuration was written to ${out.file}: none was confirmed to be better.\n`,
      );
    }
    if (flags.resumeFile !== null) removeProgress(flags.resumeFile);
    return isConfirmed || result.conclusion === "baseline is best" ? 0 : 3;
  },
};

const formatConfig = (config: Readonly<Record<string, unknown>>) =>
  printConfig(configFromJson(config));

const outputs = ({ outFile, jsonFile, htmlFile, resumeFile }: TuneFlags) => ({
  resume: { flag: "--resume", file: resumeFile },
  out: { flag: "--out", file: outFile },
  json: { flag: "--json", file: jsonFile },
  html: { flag: "--html", file: htmlFile },
});
const listFiles = (flags: TuneFlags) => Object.values(outputs(flags));

function connect(wire: "grpc" | "http", target: Target): Connection & Disposable {
  if (wire === "grpc") {
    const grpc = new GrpcClient(target);
    const insight = new InsightClient(grpc);
    return { client: new TritonOverGrpc(grpc), insight, [Symbol.dispose]: () => grpc.close() };
  }
  const http = new ServerHttp(target);
  const client = new TritonOverHttp(http);
  return { client, insight: null, [Symbol.dispose]: () => http[Symbol.dispose]() };
}

interface Connection {
  readonly client: TritonClient;
  /** Figures that only Batchdeck's engine reports, over gRPC; calls fail on other servers. */
  readonly insight: InsightClient | null;
}

interface Prepared {
  readonly server: TunedServer;
  /** As the client reads it. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly baseline: Settings;
  readonly baselineConfig: string;
  readonly plan: ExperimentPlan;
  readonly ranges: SearchRanges;
  readonly constraints: SearchConstraints;
  /** Of the server's machine; null if unknown. */
  readonly cores: number | null;
  readonly environment: NonNullable<Experiment["environment"]>;
  readonly statistics: () => ReturnType<TritonClient["modelStatistics"]>;
}

/** Checks everything that can be rejected before load is sent. */
async function prepare(
  flags: TuneFlags,
  target: MeasuredServer,
  { client, insight }: Connection,
  generator: LoadGenerator,
): Promise<Prepared> {
  const { goal, traffic } = flags;
  const { model } = traffic;
  const detail = await target.modelDetail(model);
  const config = await client.modelConfig(model, {});
  const baseline = toSearchSettings(configFromJson(config));
  const plan = await planFor(flags, detail, target.asJson);
  const refusal = await loadRefusal({ unload: (name, signal) => client.unload(name, { signal }) });
  if (refusal !== null) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The server doesn't load configurations on request: ${refusal.message}. Start it with --model-control-mode=explicit.`,
    );
  }
  if (!flags.withOtherTraffic) await requireQuiet(client, model);
  const address = formatAuthority(flags.target);
  const isLocal = isThisMachine(address);
  const statistics = (signal?: AbortSignal) => client.modelStatistics(model, { signal });
  const isOwn = isBatchdeck(await client.serverMetadata({}));
  const constraints = constraintsFor(flags, await statistics(), { baseline, isOwn });
  const measuring = {
    constraints,
    otherModels: async (signal: AbortSignal) =>
      otherModels(
        await client.modelStatistics("", { signal }),
        isOwn && insight ? await insight.telemetry(signal) : null,
      ),
    subject: {
      plan,
      traffic: trafficSpecs(plan, [detail], target.asJson),
      target: flags.target,
      server: {
        statistics: (name: string) => client.modelStatistics(name, {}),
        sameMachine: isLocal,
      },
    },
    rate: goal.kind === "throughput" ? null : goal.rate,
    generator,
    clock: systemClock,
    statistics,
    ...(isOwn &&
      insight && { watchBatches: (sink: BatchSink) => insight.watchBatches(model, sink) }),
    ask: (signal: AbortSignal) => client.serverMetadata({ signal }),
    onRepeat: (repeat: StepRepeat) => print(`   ${repeatText(repeat)}\n`),
  };
  let position = 0;
  const server = new TunedServer({
    client,
    model,
    config,
    baseline,
    measure: (point, order) =>
      measurePoint(measuring, point, { seconds: flags.seconds, ...order, position: position++ }),
  });
  const cores = isLocal ? os.availableParallelism() : null;
  const usual = usualRanges(configFromJson(config), baseline, {
    goal,
    cores,
    usualThreads: isOwn ? "share" : "all",
  });
  const baselineConfig = formatConfig(config);
  return {
    server,
    config,
    baseline,
    baselineConfig,
    plan,
    constraints,
    cores,
    ranges: {
      ...usual,
      preferredSizes: !flags.keep.has("preferred-sizes"),
      threads: flags.keep.has("threads") ? undefined : usual.threads,
      ...(flags.queueLimits && { queueSizes: true }),
      cache: usual.cache === true && !flags.keep.has("cache"),
      maxBatchSize: flags.maxBatchSize ?? usual.maxBatchSize,
      maxInstances: flags.maxInstances ?? usual.maxInstances,
      maxDelayUs: flags.maxDelayUs ?? usual.maxDelayUs,
      clients: flags.clients && [...flags.clients],
    },
    environment: describeEnvironment(
      { name: address, version: target.version },
      baselineConfig,
      address,
    ),
    statistics,
  };
}

/** Null if it was interrupted. Rejects like `tune`. */
async function search(flags: TuneFlags, prepared: Prepared, log: TrialLog, signal: AbortSignal) {
  const { goal, clients, traffic, pairs, resumeFile } = flags;
  const { server, config, baseline, ranges, constraints, statistics, plan } = prepared;
  const wanted = {
    serverId: plan.serverId,
    model: traffic.model,
    goal,
    ranges,
    constraints,
    baselineConfig: prepared.baselineConfig,
    plan,
  };
  const kept = resumeFile === null ? null : readProgress(resumeFile, wanted);
  const itemsPerRequest = traffic.batchSize;
  const repeatShare = repeatShareFrom(traffic);
  const all = grid({ ...ranges, itemsPerRequest, baseline, repeatShare });
  const { points, excluded } = withinMemory(all, baseline, constraints);
  log.excluded = excluded;
  try {
    const busiest = { settings: baseline, clients: clients?.at(-1) ?? null };
    const known =
      kept?.known ??
      (await learnKnown({
        statistics,
        load: (seconds) => server.load(busiest, signal, seconds),
        instances: baseline.instances,
        seconds: flags.seconds,
      }));
    const configurations = points.length / (clients?.length ?? 1);
    const loads = clients ? ` at ${clients.join(", ")} clients` : "";
    print(
      `${configurations} configurations of '${traffic.model}'${loads}; ${flags.trials} measurements of ${flags.seconds} s at most, then ${pairs} pairs.\n` +
        `Active: ${settingsText(baseline)}.\n${excludedText(excluded)}${continuedText(kept)}\n`,
    );
    log.measuredTrials.push(...(kept?.measured ?? []));
    let writing = Promise.resolve();
    if (resumeFile !== null) {
      log.onTrial = () => {
        const search = { ...wanted, known, measured: [...log.measuredTrials] };
        writing = writing
          .then(() => writeProgress(resumeFile, search))
          .catch((error: unknown) =>
            printError(`Can't write --resume. ${StatusError.from(error).message}\n`),
          );
      };
    }
    const options = {
      ...known,
      goal,
      itemsPerRequest,
      points,
      baseline,
      constraints,
      cores: processCores(configFromJson(config), prepared.cores),
      queue: toQueueLimits(configFromJson(config)),
      repeatShare,
      trials: flags.trials,
      seed: flags.seed,
      pairs,
      earlier: kept?.measured.map(earlierTrial) ?? [],
    };
    try {
      return await tune(server, options, log, signal);
    } finally {
      await writing;
    }
  } catch (error) {
    if (error instanceof StatusError && error.code === "ABORTED") return null;
    throw error;
  }
}

const continuedText = (kept: Progress | null) =>
  kept === null
    ? ""
    : `Continues after ${kept.measured.length} ${kept.measured.length === 1 ? "trial" : "trials"}.\n`;

/** FAILED_PRECONDITION if memory can't be predicted for a memory limit. */
function constraintsFor(
  { constraints: { maxMemory, instanceMemory, objectives }, traffic }: TuneFlags,
  statistics: readonly ModelStatistics[],
  { baseline: { instances }, isOwn }: { readonly baseline: Settings; readonly isOwn: boolean },
): SearchConstraints {
  if (maxMemory === null) return { memory: null, objectives };
  const instance =
    instanceMemory === null
      ? instanceMemoryFrom({ statistics, instances, fileBytes: null, isBatchdeck: isOwn })
      : { bytes: instanceMemory, basis: "stated" as const };
  if (instance) return { memory: { limitBytes: maxMemory, instance }, objectives };
  throw new StatusError(
    "FAILED_PRECONDITION",
    `The server doesn't report the memory of '${traffic.model}'. Add --instance-memory with what an instance takes, such as 200MiB.`,
  );
}

async function planFor(
  { traffic, defaults, wire, target, seconds, warmupSeconds, seed }: TuneFlags,
  detail: ModelDetail,
  asJson: boolean,
): Promise<ExperimentPlan> {
  const given: ExperimentPlan = {
    version: PLAN_VERSION,
    serverId: formatAuthority(target),
    wire,
    traffic: [traffic],
    load: { kind: "concurrency", levels: [1], thinkMs: 0 },
    secondsPerStep: seconds,
    requestsPerStep: null,
    warmup: { kind: "auto", mostSeconds: warmupSeconds },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed,
  };
  return await asUsage(async () => {
    const filled = withDefaults(given, [defaults], [detail]);
    const { plan } = await withFoundSizes(filled, [detail], target, asJson);
    checkTraffic(detail, traffic, wire);
    return plan;
  });
}

/** Load on a model in use would disturb its clients, and they the measurements. */
async function requireQuiet(client: TritonClient, model: string): Promise<void> {
  const others = await otherRequests(() => client.modelStatistics(model, {}), systemClock);
  if (others === 0) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `Model '${model}' serves other requests now (${others} in ${WATCH_SECONDS} s). Tune another replica, or add --with-other-traffic.`,
  );
}
