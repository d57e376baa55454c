import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { cx } from "./classes.ts";

const LEAST = 20;
const MOST = 80;
const MIDDLE = 50;

interface SplitPanesProps {
  /** Name of the bar between the panes, for assistive technology. */
  readonly label: string;
  readonly left: ReactNode;
  /** Hidden, but kept mounted. */
  readonly leftHidden?: boolean;
  /** Null: the left pane fills the width. */
  readonly right: ReactNode | null;
  /** Width of the left pane, in percent. */
  readonly share: number;
  readonly onShare: (share: number) => void;
}

/** Two panes side by side, with a bar between them that can be dragged or moved with arrow keys; Enter centres it. */
export function SplitPanes(props: SplitPanesProps) {
  const { label, left, leftHidden, right, share, onShare } = props;
  const room = useRef<HTMLDivElement>(null);
  const both = right !== null && !leftHidden;
  const set = (next: number) =>
    onShare(Math.round(Math.min(MOST, Math.max(LEAST, next)) * 10) / 10);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = room.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    set(((event.clientX - box.left) / box.width) * 100);
  };
  const move = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 2;
    const targets: Record<string, number> = {
      ArrowLeft: share - step,
      ArrowRight: share + step,
      Home: LEAST,
      End: MOST,
      Enter: MIDDLE,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    <div
      ref={room}
      className="grid min-h-0 flex-1"
      style={{
        gridTemplateColumns: both
          ? `minmax(0, ${share}fr) auto minmax(0, ${100 - share}fr)`
          : "minmax(0, 1fr)",
      }}
    >
      <div className={cx("min-h-0 min-w-0", leftHidden && "hidden")}>{left}</div>
      {both && (
        // biome-ignore lint/a11y/useSemanticElements: a movable separator is a control, unlike hr
        <div
          role="separator"
          tabIndex={0}
          aria-label={label}
          aria-orientation="vertical"
          aria-valuenow={Math.round(share)}
          aria-valuemin={LEAST}
          aria-valuemax={MOST}
          title="Drag, or use the arrow keys; double-click or Enter for halves"
          onKeyDown={move}
          onDoubleClick={() => set(MIDDLE)}
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.focus();
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={drag}
          className="relative z-20 w-px cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-inset-x-1 hover:before:bg-accent/40 focus-visible:outline-none focus-visible:before:bg-accent"
        />
      )}
      {right}
    </div>
  );
}
