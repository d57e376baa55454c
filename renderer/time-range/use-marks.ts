import { useMemo } from "react";
import type { HostEvent } from "../../main/contract/index.ts";
import type { Mark } from "../charts/series-data.ts";
import { chartColor } from "../figures/colors.ts";
import { useHostEvents, useServer } from "../host/topics.ts";

const colors: Record<NonNullable<HostEvent["mark"]>["kind"], string> = {
  load: chartColor(6),
  config: chartColor(4),
  restart: chartColor(5),
  experiment: chartColor(3),
  alert: "var(--color-bad)",
  connection: "var(--color-warn)",
};

/** Events of a model, or of its whole server, as marks for its charts. */
export function useMarks(model: string): readonly Mark[] {
  const events = useHostEvents();
  const serverId = useServer()?.id;
  return useMemo(
    () =>
      events.flatMap(({ time, message, mark }) =>
        mark &&
        (mark.model === undefined || mark.model === model) &&
        (mark.serverId === undefined || mark.serverId === serverId)
          ? [{ time, text: message, color: colors[mark.kind] }]
          : [],
      ),
    [events, model, serverId],
  );
}
