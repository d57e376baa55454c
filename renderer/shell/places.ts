import {
  BellRing,
  Boxes,
  Cable,
  FlaskConical,
  Gauge,
  Grid3x3,
  type LucideIcon,
  ScrollText,
  Settings,
  ShipWheel,
  SlidersHorizontal,
  Stethoscope,
} from "lucide-react";

export interface Place {
  readonly to:
    | "/"
    | "/models"
    | "/advice"
    | "/experiments"
    | "/tuning"
    | "/fleets"
    | "/kubernetes"
    | "/alerts"
    | "/events"
    | "/connections"
    | "/settings";
  readonly label: string;
  readonly icon: LucideIcon;
  /** Its shortcut. */
  readonly keys: string;
}

export interface PlaceGroup {
  readonly title: string;
  readonly places: readonly Place[];
}

/** All screens, for the sidebar, the palette and the shortcuts. */
export const PLACE_GROUPS: readonly PlaceGroup[] = [
  {
    title: "Monitor",
    places: [
      { to: "/", label: "Overview", icon: Gauge, keys: "g o" },
      { to: "/models", label: "Models", icon: Boxes, keys: "g m" },
    ],
  },
  {
    title: "Improve",
    places: [
      { to: "/advice", label: "Advice", icon: Stethoscope, keys: "g d" },
      { to: "/experiments", label: "Experiments", icon: FlaskConical, keys: "g e" },
      { to: "/tuning", label: "Tuning", icon: SlidersHorizontal, keys: "g t" },
    ],
  },
  {
    title: "Operate",
    places: [
      { to: "/fleets", label: "Fleets", icon: Grid3x3, keys: "g f" },
      { to: "/kubernetes", label: "Kubernetes", icon: ShipWheel, keys: "g k" },
      { to: "/alerts", label: "Alerts", icon: BellRing, keys: "g a" },
      { to: "/events", label: "Events", icon: ScrollText, keys: "g l" },
    ],
  },
  {
    title: "Set up",
    places: [
      { to: "/connections", label: "Connections", icon: Cable, keys: "g c" },
      { to: "/settings", label: "Settings", icon: Settings, keys: "g s" },
    ],
  },
];
