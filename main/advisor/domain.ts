import type { advisorRequests, advisorTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { Advisor } from "./advisor.ts";
import type { Objectives } from "./objectives.ts";

/** `advisorOf` throws NOT_FOUND for a server that is not there. */
export function advisorDomain(
  advisorOf: (serverId: string) => Advisor,
  objectives: Objectives,
): DomainHandlers<keyof typeof advisorRequests, keyof typeof advisorTopics> {
  return {
    requests: {
      "advisor.objective": ({ serverId, model }) => ({ p99Ms: objectives.get(serverId, model) }),
      "advisor.setObjective": ({ serverId, model, p99Ms }) => {
        advisorOf(serverId);
        objectives.set(serverId, model, p99Ms);
        return { p99Ms };
      },
    },
    topics: {
      "advisor.advice": ({ serverId }, sink) => {
        const advisor = advisorOf(serverId);
        sink.event(advisor.frame);
        return advisor.onFrame(() => sink.event(advisor.frame));
      },
      "advisor.machine": ({ serverId }, sink) => {
        const advisor = advisorOf(serverId);
        const publish = () => {
          if (advisor.machine) sink.event(advisor.machine);
        };
        publish();
        return advisor.onFrame(publish);
      },
    },
  };
}
