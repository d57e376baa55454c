import os from "node:os";
import type { Clock } from "../../base/clock.ts";
import { type ConfigService, type ModelSources, readModelBytes } from "../configs/index.ts";
import type { EventSink } from "../events/index.ts";
import type { Lab } from "../lab/index.ts";
import { EMBEDDED_ID, type ServerDirectory } from "../servers/index.ts";
import type { Db } from "../store/index.ts";
import { createTuningConfigs } from "./tuning-configs.ts";
import { searchHandlers, tuningHandlers } from "./tuning-handlers.ts";
import { Searches } from "./searches/searches.ts";
import { SearchStore } from "./searches/search-store.ts";
import { SessionStore } from "./session-store.ts";
import { Sessions } from "./sessions.ts";
import type { Experiment } from "../contract/index.ts";
import type { TuningLab } from "./tools.ts";

interface TuningParts extends ModelSources {
  readonly lab: Lab;
  readonly configs: ConfigService;
  readonly servers: ServerDirectory;
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSink;
  /** A model's latency objective (p99), ms; null without one. */
  readonly findObjective: (serverId: string, model: string) => number | null;
}

type ManualDomain = ReturnType<typeof tuningHandlers>;
type SearchDomain = ReturnType<typeof searchHandlers>;

interface TuningDomain extends AsyncDisposable {
  readonly requests: ManualDomain["requests"] & SearchDomain["requests"];
  readonly topics: ManualDomain["topics"] & SearchDomain["topics"];
  readonly sessions: Sessions;
  readonly searches: Searches;
}

/** Tuning sessions and searches, including those of earlier hosts; see SPEC.md and searches/SPEC.md. */
export function startTuning(parts: TuningParts): TuningDomain {
  const { lab, configs, servers, db, findObjective, ...rest } = parts;
  const coresFor = (id: string) => (id === EMBEDDED_ID ? os.availableParallelism() : null);
  const tuningConfigs = createTuningConfigs(configs, servers, coresFor);
  const sessions = new Sessions({
    lab: createTuningLab(lab),
    configs: tuningConfigs,
    store: new SessionStore(db),
    ...rest,
  });
  const searches = new Searches({
    lab,
    servers,
    configs: {
      ...tuningConfigs,
      draft: (serverId, model, text, etag) =>
        void configs.saveDraft({ serverId, model }, text, etag, null),
    },
    store: new SearchStore(db),
    coresFor,
    findObjective,
    fileBytesFor: (serverId, model) => readModelBytes(parts, { serverId, model }),
    ...rest,
  });
  const own = tuningHandlers(sessions);
  const searching = searchHandlers(searches);
  return {
    requests: { ...own.requests, ...searching.requests },
    topics: { ...own.topics, ...searching.topics },
    sessions,
    searches,
    [Symbol.asyncDispose]: async () => {
      await searches.close();
      await lab.close();
      await sessions.close();
    },
  };
}

/** The lab's interface for sessions. */
function createTuningLab({ runner, requests }: Pick<Lab, "runner" | "requests">): TuningLab {
  const never = new AbortController().signal;
  return {
    start: (plan, name) => runner.start(plan, name),
    finished: (id) => runner.finished(id),
    cancel: (id) => runner.cancel(id),
    get: (id) => requests["lab.get"]({ id }, never) as Experiment,
  };
}
