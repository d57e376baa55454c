import type { Clock } from "../../base/clock.ts";
import type { HostEvent, labRequests, labTopics } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import type { Sizes } from "../sizes/index.ts";
import type { Db } from "../store/index.ts";
import { type Bench, type BenchOrder, openBench } from "./bench.ts";
import { labHandlers } from "./handlers.ts";
import type { LabConfigs } from "./restore/lab-configs.ts";
import { Restorer } from "./restore/restorer.ts";
import type { LabRunner } from "./runner.ts";
import type { GpuPower } from "./runs/prepare.ts";
import { Experiments } from "./runs/experiments.ts";
import { ExperimentStore } from "./store/experiment-store.ts";
import { RestoreStore } from "./store/restore-store.ts";
import { WatchStore } from "./store/watch-store.ts";
import { Traffic } from "./traffic.ts";
import type { MeasurementLock } from "./measurement-lock.ts";
import { type LabUsage, labUsage } from "./usage.ts";
import { Watches } from "./watches/watches.ts";

export interface LabDeps {
  readonly servers: ServerDirectory;
  readonly db: Db;
  readonly events: EventSink & { onEvent(listener: (event: HostEvent) => void): Disposable };
  /** Module of the load generator's process: HostOptions.entries.generator. */
  readonly generatorEntry: URL;
  readonly clock: Clock;
  readonly configs: LabConfigs;
  readonly sizes: Sizes;
  /** Held during each measurement; everything else that loads servers takes it, too. */
  readonly turn: MeasurementLock;
  /** By a Prometheus that the server is linked to. */
  readonly gpuPower?: GpuPower | undefined;
  /** Max measurements of a disturbed step of an experiment. Default 3. */
  readonly maxAttempts?: number | undefined;
}

export interface Lab extends DomainHandlers<keyof typeof labRequests, keyof typeof labTopics> {
  readonly runner: LabRunner;
  readonly turn: MeasurementLock;
  /** Rejects like the start of an experiment. */
  bench(order: BenchOrder, signal: AbortSignal): Promise<Bench>;
  /** Measurements that send requests to one of `models` of a server, or will when they resume. */
  usage(serverId: string, models: ReadonlySet<string>): LabUsage;
  /** Ends sample traffic, which would disturb the measurement. */
  stopTraffic(): Promise<unknown>;
  /** Ends the running experiment: it is marked interrupted and keeps its measurements. */
  close(): Promise<void>;
}

/** The experiment lab: experiments one at a time, regression watches, and sample traffic. */
export function startLab(deps: LabDeps): Lab {
  const { servers, db, events, clock, generatorEntry, configs, sizes, turn } = deps;
  const store = new ExperimentStore(db);
  const restorer = new Restorer({ servers, configs, store: new RestoreStore(db), events, clock });
  const traffic = new Traffic(generatorEntry, clock, sizes);
  const stopTraffic = () => traffic.stop();
  const experiments = new Experiments({ ...deps, store, restorer, stopTraffic });
  const never = new AbortController().signal;
  const runner: LabRunner = {
    start: (plan, name) => experiments.start(plan, name, never),
    finished: async (id) => {
      await experiments.finished(id);
      return store.get(id);
    },
    cancel: (id) => experiments.cancel(id),
  };
  const watches = new Watches({
    store: new WatchStore(db),
    experiments: store,
    runner,
    isFree: () => turn.holder === null,
    onFree: (listener) => turn.onChanged((holder) => holder === null && listener()),
    changed: () => experiments.changed(),
    events,
    clock,
  });
  return {
    ...labHandlers({ servers, store, experiments, turn, traffic, watches, sizes, events, clock }),
    runner,
    turn,
    stopTraffic,
    bench: (order, signal) => openBench({ ...deps, restorer, stopTraffic }, order, signal),
    usage: (serverId, models) => labUsage({ store, watches, traffic }, serverId, models),
    close: async () => {
      watches[Symbol.dispose]();
      await Promise.all([experiments.close(), traffic.stop()]);
      await watches.settled();
      restorer[Symbol.dispose]();
    },
  };
}
