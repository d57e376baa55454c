import type { tuningRequests, tuningTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { tuningReport } from "./report.ts";
import type { Sessions } from "./sessions.ts";

export function tuningDomain(
  sessions: Sessions,
): DomainHandlers<keyof typeof tuningRequests, keyof typeof tuningTopics> {
  return {
    requests: {
      "tuning.list": () => sessions.list(),
      "tuning.get": ({ id }) => sessions.get(id),
      "tuning.start": async ({ plan, name, replicates }) => ({
        id: await sessions.start(plan, name, replicates),
      }),
      "tuning.proposals": ({ id }) => sessions.proposals(id),
      "tuning.try": ({ id, ...attempt }) => sessions.try(id, attempt),
      "tuning.baseline": ({ id }) => sessions.baseline(id),
      "tuning.confirm": ({ id }) => sessions.confirm(id),
      "tuning.cancel": ({ id }) => sessions.cancel(id),
      "tuning.decide": ({ id, decision }) => sessions.decide(id, decision),
      "tuning.again": ({ id }) => sessions.again(id),
      "tuning.finish": ({ id, restore }) => sessions.finish(id, restore),
      "tuning.report": ({ id, format }) =>
        tuningReport(sessions.get(id), sessions.environment(id), format),
      "tuning.remove": ({ id }) => {
        sessions.remove(id);
        return {};
      },
    },
    topics: {
      "tuning.state": ({ id }, sink) => {
        sink.event(sessions.get(id));
        return sessions.onChanged((session) => {
          if (session.id === id) sink.event(session);
        });
      },
    },
  };
}
