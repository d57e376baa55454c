import {
  Controls,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import "@xyflow/react/dist/base.css";
import "./graph.css";
import type { Drawing } from "./boxes.ts";
import { StepCard, TensorCard } from "./canvas-boxes.tsx";
import { type LineFlowEdge, TensorLine } from "./canvas-line.tsx";
import type { End } from "./ensemble.ts";
import { findEnds, type FlowNode, toFlow } from "./flow.ts";
import type { Direction } from "./layout.ts";

interface GraphCanvasProps {
  readonly label: string;
  readonly drawing: Drawing;
  /** Id of a box or line. */
  readonly selected: string | null;
  readonly editable: boolean;
  readonly onSelect: (id: string) => void;
  readonly onUnselect: (id: string) => void;
  readonly onConnect: (from: End, to: End) => void;
  readonly onRemove: (id: string) => void;
}

const nodeTypes = { step: StepCard, tensor: TensorCard };
const edgeTypes = { line: TensorLine };

const words = {
  "node.a11yDescription.default":
    "Press Enter to select it; the actions for it are below the graph. Press Delete to remove a step.",
  "edge.a11yDescription.default":
    "Press Enter to select it; the actions for it are below the graph. Press Delete to disconnect it.",
  "controls.ariaLabel": "Zoom",
};

/** Width from which a graph is laid out left to right, px. */
const WIDE = 900;

export function GraphCanvas(props: GraphCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const direction = width >= WIDE ? "right" : "down";
  return (
    <div ref={frame} className="h-full" aria-label={props.label} role="group">
      <ReactFlowProvider key={direction}>
        <Flow {...props} direction={direction} size={`${width} ${height}`} />
      </ReactFlowProvider>
    </div>
  );
}

interface FlowProps extends GraphCanvasProps {
  readonly direction: Direction;
  /** Of the frame. */
  readonly size: string;
}

function Flow(props: FlowProps) {
  const { drawing, selected, editable, direction, size } = props;
  const { onSelect, onUnselect, onConnect, onRemove } = props;
  const made = useMemo(() => toFlow(drawing, direction, onSelect), [drawing, direction, onSelect]);
  const [measured, setMeasured] = useState<ReadonlyMap<string, Size>>(new Map());
  const nodes = useMemo(
    () => made.nodes.map((node) => withState(node, measured.get(node.id), node.id === selected)),
    [made, measured, selected],
  );
  const edges = useMemo(
    () => made.edges.map((edge) => ({ ...edge, selected: edge.id === selected })),
    [made, selected],
  );
  useFit(`${made.shape} ${size}`);

  const follow = (changes: readonly { type: string; id?: string; selected?: boolean }[]) => {
    for (const change of changes) {
      if (change.type !== "select" || change.id === undefined) continue;
      if (change.selected) onSelect(change.id);
      else onUnselect(change.id);
    }
  };
  return (
    <ReactFlow<FlowNode, LineFlowEdge>
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onNodesChange={(changes: NodeChange<FlowNode>[]) => {
        follow(changes);
        setMeasured((before) => measuredIn(before, changes));
      }}
      onEdgesChange={follow}
      onConnect={(connection) => {
        const ends = findEnds(drawing, connection);
        if (ends) onConnect(...ends);
      }}
      onBeforeDelete={({ nodes: [node], edges: [edge] }) => {
        const id = node?.id ?? edge?.id;
        if (editable && id !== undefined) onRemove(id);
        return Promise.resolve(false);
      }}
      deleteKeyCode={["Delete", "Backspace"]}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      nodesDraggable={false}
      nodesConnectable={editable}
      zoomOnScroll={false}
      preventScrolling={false}
      minZoom={0.2}
      maxZoom={1.5}
      fitView
      fitViewOptions={fit}
      ariaLabelConfig={words}
    >
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function withState(node: FlowNode, measured: Size | undefined, selected: boolean): FlowNode {
  return { ...node, selected, ...(measured ? { measured } : {}) };
}

function measuredIn(before: ReadonlyMap<string, Size>, changes: readonly NodeChange<FlowNode>[]) {
  const sizes = changes.flatMap((change) =>
    change.type === "dimensions" && change.dimensions
      ? [[change.id, change.dimensions] as const]
      : [],
  );
  return sizes.length === 0 ? before : new Map([...before, ...sizes]);
}

const fit = { padding: 0.06, maxZoom: 1 };

/** Fits the graph into view when boxes or lines are added or removed. */
function useFit(shape: string): void {
  const { fitView } = useReactFlow();
  useEffect(() => {
    const frame = requestAnimationFrame(() => void fitView(fit));
    return () => cancelAnimationFrame(frame);
  }, [shape, fitView]);
}

function useSize(frame: RefObject<HTMLDivElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize(entry.contentRect);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
