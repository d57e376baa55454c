import { memo, type ReactNode } from "react";
import { SplitPanes } from "../ui/split-panes.tsx";
import { useRememberedNumber } from "./remembered.ts";
import { SidePanels } from "./side-panels.tsx";

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

/** The text and what is next to it, in shares that this browser remembers. */
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
