import { type ComponentType, lazy, memo, Suspense } from "react";
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
    label: "Timeouts",
    Panel: lazy(async () => ({ default: (await import("./clocks/clocks-panel.tsx")).ClocksPanel })),
  },
  {
    value: "graph",
    label: "Graph",
    Panel: lazy(async () => ({ default: (await import("./graph/graph-panel.tsx")).GraphPanel })),
  },
  {
    value: "model-file",
    label: "Model file",
    Panel: lazy(async () => ({
      default: (await import("./model-file/model-file-panel.tsx")).ModelFilePanel,
    })),
  },
  {
    value: "history",
    label: "History",
    Panel: lazy(async () => ({ default: (await import("./history.tsx")).HistoryPanel })),
  },
];

const values = panels.map(({ value }) => value);

/** What is next to the text, one panel at a time; which one is remembered. */
export const SidePanels = memo(() => {
  const [open, setOpen] = useRemembered("config.panel", values, "form");
  const Panel = panels.find(({ value }) => value === open)?.Panel;
  return (
    <Tabs label="Side panels" value={open} onPick={setOpen} tabs={panels}>
      <Suspense fallback={<p className="text-muted">Loading…</p>}>{Panel && <Panel />}</Suspense>
    </Tabs>
  );
});
