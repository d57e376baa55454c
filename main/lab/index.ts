import { StatusError } from "../../engine/protocol/status.ts";
import type { Clock } from "../clock.ts";
import type { labRequests, labTopics } from "../contract/index.ts";
import type { EventSink } from "../events/events.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import type { Db } from "../store/index.ts";
import { endpointOf } from "./endpoint.ts";
import { ExperimentStore } from "./experiment-store.ts";
import { Experiments } from "./experiments.ts";
import { exportExperiment } from "./export/export.ts";
import { finishedProgress } from "./progress.ts";
import { shellCommand } from "./shell-command.ts";
import { suggestPlan } from "./suggest.ts";
import { Traffic } from "./traffic.ts";

export { labMigrations } from "./migrations.ts";

export interface LabDeps {
  readonly servers: ServerDirectory;
  readonly db: Db;
  readonly events: EventSink;
  /** Module of the load generator's process: HostOptions.entries.generator. */
  readonly generatorEntry: URL;
  readonly clock: Clock;
  /** config.pbtxt of a model as it is in force; empty where only the server's JSON is known. */
  readonly configText: (serverId: string, model: string) => Promise<string>;
}

export interface Lab extends DomainHandlers<keyof typeof labRequests, keyof typeof labTopics> {
  /** Ends what runs: an experiment is marked interrupted and keeps what it measured. */
  close(): Promise<void>;
}

/** The experiment lab: experiments one at a time, and sample traffic. */
export function createLab(deps: LabDeps): Lab {
  const { servers, clock, generatorEntry } = deps;
  const store = new ExperimentStore(deps.db);
  const experiments = new Experiments({ ...deps, store });
  const traffic = new Traffic(generatorEntry, clock);
  const detailOf = (serverId: string, model: string, signal: AbortSignal) =>
    servers.get(serverId).modelDetail(model, signal);

  return {
    requests: {
      "lab.suggest": async ({ serverId, model }, signal) =>
        suggestPlan(await detailOf(serverId, model, signal)),
      "lab.start": async ({ plan, name }, signal) => {
        await traffic.stop();
        return { id: await experiments.start(plan, name, signal) };
      },
      "lab.cancel": async ({ id }) => {
        await experiments.cancel(id);
        return {};
      },
      "lab.list": ({ model }) => store.list(model),
      "lab.get": ({ id }) => store.get(id),
      "lab.rename": ({ id, name }) => {
        store.rename(id, named(name));
        experiments.changed();
        return {};
      },
      "lab.remove": ({ id }) => {
        if (experiments.running?.id === id) {
          throw new StatusError(
            "FAILED_PRECONDITION",
            `Experiment ${id} is running; cancel it first.`,
          );
        }
        store.remove(id);
        experiments.changed();
        return {};
      },
      "lab.command": ({ plan }) => ({
        command: shellCommand(plan, endpointOf(servers.get(plan.serverId).status, plan.wire)),
      }),
      "lab.export": ({ id, format }) => exportExperiment(store.get(id), format),
      "traffic.start": async ({ serverId, ...request }, signal) => {
        const { running } = experiments;
        if (running) {
          throw new StatusError(
            "FAILED_PRECONDITION",
            `Experiment ${running.id} is running; traffic would disturb it.`,
          );
        }
        return await traffic.start(servers.get(serverId), request, signal);
      },
      "traffic.stop": async () => await traffic.stop(),
    },
    topics: {
      "lab.progress": ({ id }, sink) => {
        const { running } = experiments;
        if (running?.id === id) {
          sink.event(running.progress);
          return running.onProgress((progress) => sink.event(progress));
        }
        sink.event(finishedProgress(store.get(id)));
        return { [Symbol.dispose]: () => {} };
      },
      "lab.changed": (_params, sink) => {
        sink.event({ count: store.count() });
        return experiments.onChanged(() => sink.event({ count: store.count() }));
      },
      "traffic.state": (_params, sink) => {
        sink.event(traffic.state);
        return traffic.onState((state) => sink.event(state));
      },
    },
    close: async () => {
      await Promise.all([experiments.close(), traffic.stop()]);
    },
  };
}

function named(name: string): string {
  if (name.trim() !== "") return name.trim();
  throw new StatusError("INVALID_ARGUMENT", "name is empty; give the experiment a name.");
}
