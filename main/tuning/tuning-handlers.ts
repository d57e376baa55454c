import type {
  tuningRequests,
  tuningSearchRequests,
  tuningSearchTopics,
  tuningTopics,
} from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { tuningReport } from "./report.ts";
import { searchReport } from "./searches/report.ts";
import type { Searches } from "./searches/searches.ts";
import type { Sessions } from "./sessions.ts";

export function tuningHandlers(
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
      "tuning.finish": ({ id, restore, toStore }) => sessions.finish(id, restore, toStore),
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

export function searchHandlers(
  searches: Searches,
): DomainHandlers<keyof typeof tuningSearchRequests, keyof typeof tuningSearchTopics> {
  return {
    requests: {
      "tuning.searches": () => searches.list(),
      "tuning.search.get": ({ id }) => searches.get(id),
      "tuning.search.suggest": (order) => searches.suggest(order),
      "tuning.search.start": async (order, signal) => ({ id: await searches.start(order, signal) }),
      "tuning.search.pause": ({ id }) => {
        searches.pause(id);
        return {};
      },
      "tuning.search.resume": async ({ id, withOtherTraffic }, signal) => {
        await searches.resume(id, withOtherTraffic, signal);
        return {};
      },
      "tuning.search.stop": async ({ id }) => {
        await searches.stop(id);
        return {};
      },
      "tuning.search.apply": ({ id, toStore }) => searches.apply(id, toStore),
      "tuning.search.draft": async ({ id }) => {
        await searches.draft(id);
        return {};
      },
      "tuning.search.report": ({ id, format }) => searchReport(searches.get(id), format),
      "tuning.search.remove": ({ id }) => {
        searches.remove(id);
        return {};
      },
    },
    topics: {
      "tuning.search.state": ({ id }, sink) => {
        sink.event(searches.get(id));
        return searches.onChanged((search) => {
          if (search.id === id) sink.event(search);
        });
      },
    },
  };
}
