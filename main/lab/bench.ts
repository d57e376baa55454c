import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { Experiment, ExperimentPlan } from "../contract/index.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/index.ts";
import type { Sizes } from "../sizes/index.ts";
import { LoadGenerator } from "./generator/generator.ts";
import type { MeasurementLock } from "./measurement-lock.ts";
import type { LabConfigs } from "./restore/lab-configs.ts";
import type { Restorer } from "./restore/restorer.ts";
import { withKnownSizes } from "./runs/known-sizes.ts";
import { modelOf, modelsOf, prepare, prepareStage } from "./runs/prepare.ts";
import type { EventSource } from "./runs/server-probe.ts";
import { whenServerGoes } from "./runs/server-watch.ts";
import type { Subject } from "./steps/subject.ts";

export interface BenchOrder {
  /** Unique among all that measure: "search 3". */
  readonly owner: string;
  /** The request, its server and protocol. */
  readonly plan: ExperimentPlan;
  /** Who measures, as a clause: "Search 3 'ranker' is running". */
  readonly words: () => string;
}

/**
 * A model on a server, for a part of the host that measures it with configurations of its own, as experiments do: one at a
 * time, without sample traffic, in quiet mode where the server runs on this machine. What serves before the first `serve` is
 * written down, and serves again after `restore`; where that fails, as soon as the server answers.
 */
export interface Bench extends Disposable {
  readonly server: ServerAdapter;
  readonly generator: LoadGenerator;
  readonly environment: Experiment["environment"];
  /** What serves now, as config.pbtxt text. */
  readonly baseText: string;
  /** Aborted with a sentence when the server goes away. */
  readonly gone: AbortSignal;
  subject(): Promise<Subject>;
  /** Rejects as the server refuses the text. */
  serve(text: string, note: string): Promise<void>;
  /** ABORTED where another configuration is active than the one that was to be measured. */
  requireUnchanged(): Promise<void>;
  /** False where it could not be put back yet. */
  restore(): Promise<boolean>;
}

export interface BenchDeps {
  readonly servers: ServerDirectory;
  readonly events: EventSource;
  /** Module of the load generator's process. */
  readonly generatorEntry: URL;
  readonly clock: Clock;
  readonly configs: LabConfigs;
  readonly restorer: Restorer;
  readonly sizes: Sizes;
  readonly turn: MeasurementLock;
  readonly stopTraffic: () => Promise<unknown>;
}

/** Rejects as the start of an experiment does. */
export async function openBench(
  deps: BenchDeps,
  { owner, plan: given, words }: BenchOrder,
  signal: AbortSignal,
): Promise<Bench> {
  const { servers, restorer, turn, stopTraffic, generatorEntry } = deps;
  using opening = new DisposableStack();
  opening.use(turn.take(words));
  await stopTraffic();
  const server = servers.get(given.serverId);
  restorer.refuseWhilePending(server.id, modelsOf(given));
  const plan = await withKnownSizes(server, given, deps.sizes, signal);
  const { held, environment } = await prepare(server, plan, deps, signal);
  const model = modelOf(plan);
  const baseText = held.get(model)?.text ?? "";
  const stage = prepareStage(owner, { ...deps, server, plan }, held, baseText);
  const gone = new AbortController();
  const generator = opening.use(new LoadGenerator(generatorEntry));
  opening.use(restorer.running(owner));
  opening.use(whenServerGoes(server, (reason) => gone.abort(reason)));
  if (environment.sameMachine) {
    opening.use(turn.quieten());
    turn.changed();
  }
  signal.throwIfAborted();
  const closing = opening.move();
  return {
    server,
    generator,
    environment,
    baseText,
    gone: gone.signal,
    subject: () => stage.subject(),
    serve: (text, note) => stage.serve(text, note, "The configuration"),
    requireUnchanged: async () => {
      if ((await stage.reconfigured()) === null) return;
      throw new StatusError(
        "ABORTED",
        `The configuration of '${model}' was changed while it was measured.`,
      );
    },
    restore: async () => {
      await stage.restore();
      return !restorer.isPending(owner);
    },
    [Symbol.dispose]: () => closing.dispose(),
  };
}
