import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { cx } from "../../ui/classes.ts";
import type { Line } from "./boxes.ts";
import type { Direction } from "./layout.ts";

export type LineFlowEdge = Edge<
  { line: Line; at: { x: number; y: number }; direction: Direction; pick: () => void },
  "line"
>;

/** A tensor's line around its label, at the position from the layout. */
export function TensorLine(props: EdgeProps<LineFlowEdge>) {
  const { sourceX, sourceY, targetX, targetY, data, selected, markerEnd } = props;
  if (!data) return null;
  const { line, at, direction, pick } = data;
  const path = `${curve({ x: sourceX, y: sourceY }, at, direction)} ${curve(at, { x: targetX, y: targetY }, direction)}`;
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        style={{
          stroke: `var(--color-${line.faulty ? "bad" : selected ? "accent" : "muted"})`,
          strokeWidth: selected ? 2.5 : 1.5,
        }}
        {...(markerEnd ? { markerEnd } : {})}
      />
      <EdgeLabelRenderer>
        <div
          // The line itself takes the focus and has the name; the label is only a larger target for the mouse.
          onClick={pick}
          className={cx(
            "nodrag nopan pointer-events-auto absolute max-w-64 cursor-pointer rounded border bg-surface px-1.5 text-center text-xs leading-4",
            selected ? "border-accent" : line.faulty ? "border-bad" : "border-line",
          )}
          style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
        >
          <div className="truncate font-mono font-semibold">{line.link.tensor}</div>
          <div className={cx("truncate", line.types.agree === false ? "text-bad" : "text-muted")}>
            {line.text}
          </div>
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function curve({ x, y }: Point, { x: toX, y: toY }: Point, direction: Direction): string {
  const [midX, midY] = [(x + toX) / 2, (y + toY) / 2];
  const controls =
    direction === "down" ? `${x},${midY} ${toX},${midY}` : `${midX},${y} ${midX},${toY}`;
  return `M${x},${y} C${controls} ${toX},${toY}`;
}
