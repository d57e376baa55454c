import type { Clock } from "../../base/clock.ts";
import type { alertRequests, alertTopics } from "../contract/index.ts";
import type { Observers, RowsOf } from "../telemetry/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { Alerts } from "./alerts.ts";
import { previewAlert } from "./preview.ts";
import type { FleetName } from "./subject.ts";

export interface AlertsDomain {
  readonly alerts: Alerts;
  readonly observers: Observers;
  readonly rowsOf: RowsOf;
  readonly clock: Clock;
  readonly fleetName: FleetName;
}

export function alertsDomain({
  alerts,
  observers,
  rowsOf,
  clock,
  fleetName,
}: AlertsDomain): DomainHandlers<keyof typeof alertRequests, keyof typeof alertTopics> {
  return {
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
        previewAlert(rule, hours, clock.now(), observers, rowsOf, fleetName),
    },
    topics: {
      "alerts.state": (_, sink) => {
        sink.event(alerts.state);
        return alerts.onState((state) => sink.event(state));
      },
    },
  };
}
