import type { Clock } from "../../base/clock.ts";
import type { alertRequests, alertTopics } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { Db } from "../store/index.ts";
import type { Observers, ReadRows } from "../telemetry/index.ts";
import { AlertStore } from "./alert-store.ts";
import { Alerts } from "./alerts.ts";
import { previewAlert } from "./preview.ts";
import type { FleetName } from "./subject.ts";

interface AlertsParts {
  readonly observers: Observers;
  readonly readRows: ReadRows;
  readonly fleetName: FleetName;
  readonly db: Db;
  readonly events: EventSink;
  readonly clock: Clock;
}

interface AlertsDomain
  extends DomainHandlers<keyof typeof alertRequests, keyof typeof alertTopics>,
    Disposable {
  readonly alerts: Pick<Alerts, "rulesAbout">;
}

/** Evaluates the stored alert rules on the observed servers. */
export function startAlerts({ db, ...parts }: AlertsParts): AlertsDomain {
  const alerts = new Alerts({ ...parts, store: new AlertStore(db) });
  return {
    alerts,
    requests: {
      "alerts.save": ({ id, rule }) => ({ id: alerts.save(id, rule) }),
      "alerts.remove": ({ id }) => {
        alerts.remove(id);
        return {};
      },
      "alerts.silence": ({ id, minutes }) => {
        alerts.silence(id, minutes);
        return {};
      },
      "alerts.acknowledge": ({ id }) => {
        alerts.acknowledge(id);
        return {};
      },
      "alerts.past": ({ limit }) => alerts.past(limit),
      "alerts.preview": ({ rule, hours }) =>
        previewAlert(rule, hours, { ...parts, now: parts.clock.now() }),
    },
    topics: {
      "alerts.state": (_, sink) => {
        sink.event(alerts.state);
        return alerts.onState((state) => sink.event(state));
      },
    },
    [Symbol.dispose]: () => alerts[Symbol.dispose](),
  };
}
