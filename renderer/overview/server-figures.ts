import type { FigureId, ObservedFrame, ServerStatus } from "../../main/contract/index.ts";
import { figureTable } from "../figures/observed-figures.ts";

/** One server in one line; null: not reported. */
export interface ServerFigures {
  /** requests/s */
  readonly requests: number | null;
  /** requests in queues */
  readonly waiting: number | null;
  /** Mean, ms: to the first token where it is reported, else to the answer. */
  readonly latency: { readonly figure: "ttftMs" | "latencyMs"; readonly value: number } | null;
  /** requests/s */
  readonly failures: number | null;
  readonly models: ObservedFrame["models"];
}

export function serverFigures(frame: ObservedFrame): ServerFigures {
  const table = figureTable(frame);
  const models = table.models.filter((each) => each !== "");
  const partsFor = (figure: FigureId) =>
    models.flatMap((model) => {
      const value = table.get(model, figure)?.value ?? null;
      return value === null ? [] : [{ model, value }];
    });
  const sum = (figure: FigureId) => {
    const whole = table.get("", figure)?.value ?? null;
    if (whole !== null) return whole;
    const parts = partsFor(figure);
    return parts.length === 0 ? null : parts.reduce((total, { value }) => total + value, 0);
  };
  const mean = (figure: FigureId) =>
    table.get("", figure)?.value ??
    weighted(
      partsFor(figure).map(({ model, value }) => ({
        value,
        weight: table.get(model, "requestsPerSecond")?.value ?? 0,
      })),
    );
  const latency = (figure: "ttftMs" | "latencyMs") => {
    const value = mean(figure);
    return value === null ? null : { figure, value };
  };
  return {
    requests: sum("requestsPerSecond"),
    waiting: sum("waiting"),
    latency: latency("ttftMs") ?? latency("latencyMs"),
    failures: sum("failuresPerSecond"),
    models: frame.models,
  };
}

/** Means of several models as one, by their requests; null where nothing says how much each counts. */
function weighted(parts: readonly { value: number; weight: number }[]): number | null {
  const [only] = parts;
  if (only && parts.length === 1) return only.value;
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return parts.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
}

const urgency: Record<ServerStatus["state"], number> = {
  failed: 0,
  stale: 1,
  restarting: 2,
  stopped: 3,
  starting: 4,
  live: 5,
};

/** Those that need attention first, else as they are listed. */
export const byUrgency = (servers: readonly ServerStatus[]): readonly ServerStatus[] =>
  servers.toSorted((a, b) => urgency[a.state] - urgency[b.state]);
