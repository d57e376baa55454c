import { type ComponentType, lazy, memo, type ReactNode, Suspense } from "react";
import { SplitPanes } from "../ui/split-panes.tsx";
import { useRemembered, useRememberedNumber } from "./remembered.ts";
import { Tabs } from "../ui/tabs.tsx";

export const paneChoices = [
  { value: "text", label: "Text" },
  { value: "both", label: "Text and form" },
  { value: "panels", label: "Form" },
] as const;
export type PanesShown = (typeof paneChoices)[number]["value"];
export const paneValues: readonly PanesShown[] = paneChoices.map(({ value }) => value);

interface PanesProps {
  readonly shown: PanesShown;
  readonly text: ReactNode;
}

/** The text and its panels, with proportions that this browser remembers. */
export function Panes({ shown, text }: PanesProps) {
  const [share, setShare] = useRememberedNumber("config.share", 50);
  return (
    <SplitPanes
      label="Width of the text"
      left={text}
      leftHidden={shown === "panels"}
      right={shown === "text" ? null : <Panel />}
      share={share}
      onShare={setShare}
    />
  );
}

const Panel = memo(() => (
  <div
    data-panel
    className="min-h-0 min-w-0 overflow-auto [&>div>[role=tablist]]:sticky [&>div>[role=tablist]]:top-0 [&>div>[role=tablist]]:z-10 [&>div>[role=tablist]]:bg-surface"
  >
    <SidePanels />
  </div>
));

interface SidePanel {
  readonly value: string;
  readonly label: string;
  /** Shows the view of the configuration; loaded when it is first opened. */
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

/** One panel at a time next to the text; the choice is remembered. */
const SidePanels = memo(() => {
  const [open, setOpen] = useRemembered("config.panel", values, "form");
  const Panel = panels.find(({ value }) => value === open)?.Panel;
  return (
    <Tabs label="Side panels" value={open} onPick={setOpen} tabs={panels}>
      <Suspense fallback={<p className="p-4 text-muted">Loading…</p>}>
        {Panel && <Panel />}
      </Suspense>
    </Tabs>
  );
});
