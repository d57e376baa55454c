import dagre from "@dagrejs/dagre";

export type Direction = "down" | "right";

export interface BoxToPlace {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface LineToPlace {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Of its label. */
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Placed {
  /** Upper left corners. */
  readonly boxes: ReadonlyMap<string, Point>;
  /** Centres of the labels. */
  readonly labels: ReadonlyMap<string, Point>;
}

/** Arranges boxes in ranks along the direction, with room for labels between them, px. */
export function place(
  boxes: readonly BoxToPlace[],
  lines: readonly LineToPlace[],
  direction: Direction,
): Placed {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction === "down" ? "TB" : "LR", nodesep: 32, ranksep: 24 });
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const { id, from, to, width, height } of lines)
    graph.setEdge(from, to, { width, height, labelpos: "c" }, id);
  dagre.layout(graph);
  return {
    boxes: new Map(
      boxes.map(({ id, width, height }) => {
        const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
        return [id, { x: x - width / 2, y: y - height / 2 }];
      }),
    ),
    labels: new Map(
      lines.map(({ id, from, to }) => {
        const { x = 0, y = 0 } = graph.edge(from, to, id) as Partial<Point>;
        return [id, { x, y }];
      }),
    ),
  };
}
