import { Badge } from "../ui/badge.tsx";
import { useAlerts } from "../host/use-alerts.ts";

/** How many alerts fire that no one has acknowledged; nothing without one. */
export function AlertBadge() {
  const firing = useAlerts()?.firing ?? [];
  const open = firing.filter((each) => each.acknowledgedAt === null && !each.silenced);
  if (open.length === 0) return null;
  const bad = open.some(({ severity }) => severity === "error");
  return (
    <span
      id="alert-count"
      className="pointer-events-none absolute top-0 right-0 xl:top-2 xl:right-2"
    >
      <Badge tone={bad ? "bad" : "warn"}>
        {open.length}
        <span className="sr-only"> {open.length === 1 ? "alert fires" : "alerts fire"}</span>
      </Badge>
    </span>
  );
}
