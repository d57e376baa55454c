import { type ComponentType, lazy, Suspense } from "react";
import { useRemembered } from "./remembered.ts";
import { Tabs } from "../ui/tabs.tsx";

interface SidePanel {
  readonly value: string;
  readonly label: string;
  /** Takes what it shows from the view of the configuration. Loads when it is first opened. */
  readonly Panel: ComponentType;
}

const panels: readonly SidePanel[] = [
  {
    value: "form",
    label: "Form",
    Panel: lazy(async () => ({ default: (await import("./form/form.tsx")).ConfigForm })),
  },
  {
    value: "clocks",
    label: "Three clocks",
    Panel: lazy(async () => ({ default: (await import("./clocks/clocks-panel.tsx")).ClocksPanel })),
  },
  {
    value: "history",
    label: "History",
    Panel: lazy(async () => ({ default: (await import("./history.tsx")).HistoryPanel })),
  },
];

const values = panels.map(({ value }) => value);

/** What stands beside the text, one panel at a time; which one is remembered. */
export function SidePanels() {
  const [open, setOpen] = useRemembered("config.panel", values, "form");
  const Panel = panels.find(({ value }) => value === open)?.Panel;
  return (
    <Tabs label="Beside the text" value={open} onPick={setOpen} tabs={panels}>
      <Suspense fallback={<p className="text-muted">Loading…</p>}>{Panel && <Panel />}</Suspense>
    </Tabs>
  );
}
