import os from "node:os";
import type { Clock } from "../../base/clock.ts";
import type { ConfigService } from "../configs/index.ts";
import type { EventSink } from "../events/index.ts";
import type { Lab } from "../lab/index.ts";
import { EMBEDDED_ID, type ServerDirectory } from "../servers/index.ts";
import type { Db } from "../store/index.ts";
import { configsOf } from "./configs-of.ts";
import { tuningDomain } from "./domain.ts";
import { labOf } from "./lab-of.ts";
import { SessionStore } from "./session-store.ts";
import { Sessions } from "./sessions.ts";

interface TuningParts {
  readonly lab: Lab;
  readonly configs: ConfigService;
  readonly servers: ServerDirectory;
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSink;
}

interface TuningDomain extends ReturnType<typeof tuningDomain>, AsyncDisposable {
  readonly sessions: Sessions;
}

/** Tuning sessions, those of earlier hosts included; SPEC.md. */
export function startTuning({ lab, configs, servers, db, ...rest }: TuningParts): TuningDomain {
  const coresOf = (id: string) => (id === EMBEDDED_ID ? os.availableParallelism() : null);
  const sessions = new Sessions({
    lab: labOf(lab),
    configs: configsOf(configs, servers, coresOf),
    store: new SessionStore(db),
    ...rest,
  });
  return {
    ...tuningDomain(sessions),
    sessions,
    [Symbol.asyncDispose]: async () => {
      await lab.close();
      await sessions.close();
    },
  };
}
