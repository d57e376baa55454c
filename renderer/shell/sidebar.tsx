import { Link } from "@tanstack/react-router";
import iconUrl from "../icon.svg";
import { PLACE_GROUPS, type Place } from "./places.ts";
import { Badge } from "../ui/badge.tsx";
import { useAlerts } from "../host/use-alerts.ts";
import { useServer } from "../host/topics.ts";
import { countText, tones } from "../figures/advice-text.ts";
import { useAdvice } from "../host/use-advice.ts";

/** Ids of the elements with an entry's count. */
const counts: Partial<Record<Place["to"], string>> = {
  "/advice": "advice-count",
  "/alerts": "alert-count",
};

/** Every screen in four groups; only icons in a narrow window. */
export function Sidebar() {
  return (
    <nav
      aria-label="Main"
      className="flex w-14 shrink-0 flex-col border-line border-r bg-surface xl:w-48"
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b px-4">
        <img src={iconUrl} alt="" className="size-6" />
        <span className="hidden font-semibold text-base xl:inline">Batchdeck</span>
      </div>
      <div className="flex min-h-0 flex-col gap-2 overflow-y-auto p-2 xl:gap-3">
        {PLACE_GROUPS.map(({ title, places }) => (
          <div
            key={title}
            role="group"
            aria-label={title}
            className="flex flex-col gap-0.5 not-first:border-line not-first:border-t not-first:pt-2 xl:not-first:border-t-0 xl:not-first:pt-0"
          >
            <div
              aria-hidden="true"
              className="hidden px-2.5 pb-0.5 font-medium text-muted text-xs xl:block"
            >
              {title}
            </div>
            {places.map((place) => (
              <Entry key={place.to} place={place} />
            ))}
          </div>
        ))}
      </div>
    </nav>
  );
}

function Entry({ place: { to, label, icon: Icon } }: { place: Place }) {
  return (
    <div className="relative">
      <Link
        to={to}
        activeOptions={{ exact: to === "/", includeSearch: false }}
        aria-label={label}
        aria-describedby={counts[to]}
        data-hint={label}
        className="flex h-9 items-center justify-center gap-2.5 rounded-md px-2.5 font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent xl:justify-start"
      >
        <Icon aria-hidden="true" className="size-[1.125rem] shrink-0" />
        <span className="hidden xl:inline">{label}</span>
      </Link>
      {to === "/advice" && <AdviceBadge />}
      {to === "/alerts" && <AlertBadge />}
    </div>
  );
}

/** Number of active alerts that aren't acknowledged; nothing without any. */
function AlertBadge() {
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

/** Number of findings for the selected server; nothing without any. */
function AdviceBadge() {
  const findings = useAdvice(useServer()?.id)?.findings ?? [];
  const [worst] = findings;
  if (!worst) return null;
  return (
    <span
      id="advice-count"
      className="pointer-events-none absolute top-0 right-0 xl:top-2 xl:right-2"
    >
      <Badge tone={tones[worst.severity]}>
        {findings.length}
        <span className="sr-only">{countText(findings.length).replace(/^\d+/, "")}</span>
      </Badge>
    </span>
  );
}
