import type { FigureId, ObservedFrame, ServerStatus } from "../../main/contract/index.ts";
import { figureTable } from "../figures/observed-figures.ts";
import { serverFigure } from "../figures/server-figure.ts";

/** One server's row; null: not reported. */
export interface ServerFigures {
  /** requests/s */
  readonly requests: number | null;
  /** requests in queues */
  readonly waiting: number | null;
  /** Mean in ms: to the first token if reported, else to the response. */
  readonly latency: { readonly figure: "ttftMs" | "latencyMs"; readonly value: number } | null;
  /** requests/s */
  readonly failures: number | null;
  readonly models: ObservedFrame["models"];
}

export function serverFigures(frame: ObservedFrame): ServerFigures {
  const table = figureTable(frame);
  const readValue = (figure: FigureId) => serverFigure(table, figure)?.value ?? null;
  const latency = (figure: "ttftMs" | "latencyMs") => {
    const value = readValue(figure);
    return value === null ? null : { figure, value };
  };
  return {
    requests: readValue("requestsPerSecond"),
    waiting: readValue("waiting"),
    latency: latency("ttftMs") ?? latency("latencyMs"),
    failures: readValue("failuresPerSecond"),
    models: frame.models,
  };
}

const urgency: Record<ServerStatus["state"], number> = {
  failed: 0,
  stale: 1,
  restarting: 2,
  stopped: 3,
  starting: 4,
  live: 5,
};

/** Servers that need attention first, otherwise in list order. */
export const byUrgency = (servers: readonly ServerStatus[]): readonly ServerStatus[] =>
  servers.toSorted((a, b) => urgency[a.state] - urgency[b.state]);
