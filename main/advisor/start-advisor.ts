import type { Clock } from "../../base/clock.ts";
import type { advisorRequests, advisorTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import type { Db } from "../store/index.ts";
import type { Sampler } from "../telemetry/index.ts";
import { Advisors } from "./advisors.ts";
import { Objectives } from "./objectives.ts";

interface AdvisorParts {
  readonly servers: ServerDirectory;
  readonly getSampler: (serverId: string) => Sampler;
  readonly db: Db;
  readonly clock: Clock;
  /** The newest lines of a server's output; null if unreadable. */
  readonly logFor: (serverId: string) => (() => readonly string[]) | null;
}

interface AdvisorDomain
  extends DomainHandlers<keyof typeof advisorRequests, keyof typeof advisorTopics>,
    Disposable {
  /** The p99 objective of a model, ms; null without one. */
  readonly findObjective: (serverId: string, model: string) => number | null;
}

/** Watches every server with statistics, and advises. */
export function startAdvisor({ db, ...parts }: AdvisorParts): AdvisorDomain {
  const objectives = new Objectives(db);
  const advisors = new Advisors({ ...parts, objectives });
  return {
    findObjective: (serverId, model) => objectives.get(serverId, model),
    requests: {
      "advisor.objective": ({ serverId, model }) => ({ p99Ms: objectives.get(serverId, model) }),
      "advisor.setObjective": ({ serverId, model, p99Ms }) => {
        advisors.of(serverId);
        objectives.set(serverId, model, p99Ms);
        return { p99Ms };
      },
    },
    topics: {
      "advisor.advice": ({ serverId }, sink) => {
        const advisor = advisors.of(serverId);
        sink.event(advisor.frame);
        return advisor.onFrame(() => sink.event(advisor.frame));
      },
      "advisor.machine": ({ serverId }, sink) => {
        const advisor = advisors.of(serverId);
        const publish = () => {
          if (advisor.machine) sink.event(advisor.machine);
        };
        publish();
        return advisor.onFrame(publish);
      },
    },
    [Symbol.dispose]: () => advisors[Symbol.dispose](),
  };
}
