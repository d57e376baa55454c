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
import { mainModel, listModels, prepare, prepareStage } from "./runs/prepare.ts";
import type { EventSource } from "./runs/server-probe.ts";
import { whenServerGoes } from "./runs/server-watch.ts";
import type { Subject } from "./steps/subject.ts";

export interface BenchOrder {
  /** Unique among everything that measures: "search 3". */
  readonly owner: string;
  /** The request, its server and protocol. */
  readonly plan: ExperimentPlan;
  /** The measurement as a clause: "Search 3 'ranker' is running". */
  readonly words: () => string;
}

/**
 * Measures a model on a server with other configurations for another domain, like experiments do: one at a time,
 * without sample traffic, in quiet mode if the server runs on this machine. The active configuration is recorded before
 * the first `serve` and restored by `restore`, or as soon as the server responds.
 */
export interface Bench extends Disposable {
  readonly server: ServerAdapter;
  readonly generator: LoadGenerator;
  readonly environment: Experiment["environment"];
  /** The active configuration, as config.pbtxt text. */
  readonly baseText: string;
  /** Aborted with a message when the server goes away. */
  readonly gone: AbortSignal;
  subject(): Promise<Subject>;
  /** Rejects with the server's reason if it rejects the text. */
  serve(text: string, note: string): Promise<void>;
  /** ABORTED if another configuration is active than the one to measure. */
  requireUnchanged(): Promise<void>;
  /** False if it could not be restored yet. */
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

/** Rejects like the start of an experiment. */
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
  restorer.refuseWhilePending(server.id, listModels(given));
  const plan = await withKnownSizes(server, given, deps.sizes, signal);
  const { held, environment } = await prepare(server, plan, deps, signal);
  const model = mainModel(plan);
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
