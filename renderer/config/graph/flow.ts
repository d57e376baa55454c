import { type Connection, MarkerType } from "@xyflow/react";
import { boxKey, describeBox, type Drawing, lineToPlace, describeLine, boxSize } from "./boxes.ts";
import type { StepFlowNode, TensorFlowNode } from "./canvas-boxes.tsx";
import type { LineFlowEdge } from "./canvas-line.tsx";
import type { End } from "./ensemble.ts";
import { type Direction, place } from "./layout.ts";

export type FlowNode = StepFlowNode | TensorFlowNode;

/** A drawing in React Flow's format; `shape` changes when boxes or lines are added or removed. */
export function toFlow(drawing: Drawing, direction: Direction, onSelect: (id: string) => void) {
  const sizes = [...drawing.boxes].map(([id, box]) => boxSize(id, box, direction));
  const { boxes, labels } = place(sizes, drawing.lines.map(lineToPlace), direction);
  const nodes = sizes.map(({ id, width, height }) => {
    const box = drawing.boxes.get(id);
    const type = box?.kind === "step" ? "step" : "tensor";
    return {
      id,
      type,
      width,
      height,
      position: boxes.get(id) ?? { x: 0, y: 0 },
      data: { box, direction },
      ariaLabel: box ? describeBox(box) : id,
    } as FlowNode;
  });
  const edges = drawing.lines.map((line): LineFlowEdge => {
    const { id, link } = line;
    return {
      id,
      type: "line",
      source: boxKey(link.from),
      target: boxKey(link.to),
      sourceHandle: link.from.kind === "step" ? link.from.port : link.from.tensor,
      targetHandle: link.to.kind === "step" ? link.to.port : link.to.tensor,
      markerEnd: {
        type: MarkerType.ArrowClosed,
        color: `var(--color-${line.faulty ? "bad" : "muted"})`,
      },
      data: {
        line,
        at: labels.get(id) ?? { x: 0, y: 0 },
        direction,
        pick: () => onSelect(id),
      },
      ariaLabel: describeLine(line),
    };
  });
  return {
    nodes,
    edges,
    shape: `${direction} ${sizes.map(({ id, width, height }) => `${id} ${width} ${height}`).join()}`,
  };
}

/** The ends of a connection; null if they no longer exist. */
export function findEnds(drawing: Drawing, connection: Connection): [End, End] | null {
  const { source, sourceHandle, target, targetHandle } = connection;
  const from = findEnd(drawing, source, sourceHandle);
  const to = findEnd(drawing, target, targetHandle);
  return from && to ? [from, to] : null;
}

function findEnd(drawing: Drawing, id: string, handle: string | null): End | null {
  const box = drawing.boxes.get(id);
  if (!box || handle === null) return null;
  if (box.kind !== "step") return { kind: box.kind, tensor: box.tensor };
  return { kind: "step", step: box.step.index, port: handle };
}
