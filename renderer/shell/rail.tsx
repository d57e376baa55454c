import iconUrl from "../icon.svg";
import { AdviceBadge } from "../advisor/advice-badge.tsx";
import { AlertBadge } from "../alerts/alert-badge.tsx";
import { Link } from "@tanstack/react-router";
import {
  BellRing,
  Boxes,
  Cable,
  FlaskConical,
  Gauge,
  Grid3x3,
  ScrollText,
  Server,
  Settings,
  ShipWheel,
  SlidersHorizontal,
  Stethoscope,
} from "lucide-react";

const places = [
  { to: "/", label: "Overview", icon: Gauge, exact: true },
  { to: "/models", label: "Models", icon: Boxes, exact: false },
  { to: "/server", label: "Server", icon: Server, exact: true },
  { to: "/fleets", label: "Fleets", icon: Grid3x3, exact: false },
  { to: "/kubernetes", label: "Kubernetes", icon: ShipWheel, exact: false },
  { to: "/advice", label: "Advice", icon: Stethoscope, exact: false },
  { to: "/experiments", label: "Experiments", icon: FlaskConical, exact: false },
  { to: "/tuning", label: "Tuning", icon: SlidersHorizontal, exact: false },
  { to: "/alerts", label: "Alerts", icon: BellRing, exact: false },
  { to: "/logs", label: "Logs & events", icon: ScrollText, exact: false },
  { to: "/connections", label: "Connections", icon: Cable, exact: false },
  { to: "/settings", label: "Settings", icon: Settings, exact: false },
] as const;

/** What counts stand beside a place, by their ids. */
const counts: Partial<Record<string, string>> = {
  "/advice": "advice-count",
  "/alerts": "alert-count",
};

export function Rail() {
  return (
    <nav
      aria-label="Main"
      className="flex w-14 shrink-0 flex-col border-line border-r bg-surface xl:w-48"
    >
      <div className="flex h-12 items-center gap-2.5 border-line border-b px-4">
        <img src={iconUrl} alt="" className="size-6" />
        <span className="hidden font-semibold text-base xl:inline">Batchdeck</span>
      </div>
      <div className="flex flex-col gap-0.5 p-2">
        {places.map(({ to, label, icon: Icon, exact }) => (
          <div key={to} className="relative">
            <Link
              to={to}
              activeOptions={{ exact, includeSearch: false }}
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
        ))}
      </div>
    </nav>
  );
}
