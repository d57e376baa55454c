import {
  type FigureId,
  FIGURES,
  type GridCell,
  type GridFrame,
  type GridReplica,
  type ObservedFigure,
  replicaServerId,
} from "../contract/index.ts";
import {
  type DeltaPart,
  listFigureIds,
  toFigures,
  figureValue,
  mergeDeltas,
} from "../telemetry/index.ts";
import type { Configurations } from "./configurations.ts";
import { groupByConfiguration } from "./drift.ts";
import type { Fleet } from "./fleet.ts";
import type { Replica } from "./replica.ts";

/** Number of the configuration group of a replica's model, 0 being the largest group; null if unknown. */
export type Grouping = (serverId: string, model: string) => number | null;

export function groupConfigurations(fleet: Fleet, configurations: Configurations): Grouping {
  const groups = new Map<string, number>();
  for (const model of fleet.models) {
    const read = fleet.replicas.map(({ key, server }) => ({
      replica: key,
      id: server.id,
      read: configurations.of(server.id, model),
    }));
    groupByConfiguration(read).forEach((group, index) => {
      for (const { replica } of group)
        groups.set(`${replicaServerId(fleet.id, replica)}\n${model}`, index);
    });
  }
  return (serverId, model) => groups.get(`${serverId}\n${model}`) ?? null;
}

interface ReplicaParts {
  readonly parts: ReadonlyMap<string, DeltaPart>;
  readonly seconds: number;
  readonly live: boolean;
}

/** Replicas × models for one figure. */
export function makeGrid(
  fleet: Fleet,
  figure: FigureId,
  grouping: Grouping,
  now: number,
): GridFrame {
  const { replicas, models } = fleet;
  const reported = replicas.map((replica): ReplicaParts => {
    const { live, seen } = replica;
    const { parts, seconds } = seen?.recent ?? { parts: [], seconds: 0 };
    return { parts: partsByModel(parts, figure), seconds, live };
  });
  const totals = models.map((model) =>
    computeTotals(reported, figure, (parts) => parts.get(model)),
  );
  const whole = together(
    reported.flatMap((each) => (each.live ? findWhole(each) : [])),
    figure,
  );
  return {
    fleetId: fleet.id,
    t: now,
    name: fleet.name,
    problem: fleet.problem,
    leftOut: fleet.leftOut,
    figure,
    ...describeNotes(figure, reported),
    models: [...models],
    replicas: replicas.map((replica, index) =>
      makeRow(replica, reported[index] as ReplicaParts, { models, figure, grouping }),
    ),
    totals: totals.map((each) => each?.value ?? null),
    total: whole?.value ?? null,
  };
}

interface GridColumns {
  readonly models: readonly string[];
  readonly figure: FigureId;
  readonly grouping: Grouping;
}

function makeRow(
  { member, server, status, models: served, restarts, restartedAt }: Replica,
  reported: ReplicaParts,
  { models, figure, grouping }: GridColumns,
): GridReplica {
  const { key, name, note, trouble = "", grpc, http } = member;
  const known = new Map(served.map((model) => [model.name, model]));
  const cells = models.map((model): GridCell | null => {
    const there = known.get(model);
    if (!there) return null;
    const { state, reason, versions } = there;
    return {
      state,
      reason,
      versions,
      configuration: grouping(server.id, model),
      value: valueIn(reported.parts.get(model), figure),
    };
  });
  return {
    key,
    serverId: server.id,
    name,
    address: grpc || http,
    note,
    state: status.state,
    since: status.since,
    trouble,
    reason: status.reason,
    version: status.version,
    restarts,
    restartedAt,
    cells,
    total: together(findWhole(reported), figure)?.value ?? null,
  };
}

/** Rounded to four digits, more than a cell shows. */
function valueIn(part: DeltaPart | undefined, figure: FigureId): number | null {
  const value = part ? (figureValue(part, figure) ?? null) : null;
  return value === null ? null : Number(value.toPrecision(4));
}

function figureIn(part: DeltaPart | undefined, figure: FigureId): ObservedFigure | null {
  return part
    ? (toFigures({ parts: [part] }).find((each) => each.figure === figure) ?? null)
    : null;
}

/** The replica's own part if it reports one; else the parts of all its models. */
function findWhole({ parts, seconds }: ReplicaParts): { part: DeltaPart; seconds: number }[] {
  const own = parts.get("");
  const all = own ? [own] : [...parts.values()];
  return all.map((part) => ({ part, seconds }));
}

function computeTotals(
  reported: readonly ReplicaParts[],
  figure: FigureId,
  pick: (parts: ReplicaParts["parts"]) => DeltaPart | undefined,
) {
  const parts = reported.flatMap(({ parts: own, seconds, live }) => {
    const part = live ? pick(own) : undefined;
    return part ? [{ part, seconds }] : [];
  });
  return together(parts, figure);
}

/** Where the figure comes from, or why no replica reports it. */
function describeNotes(
  figure: FigureId,
  reported: readonly ReplicaParts[],
): Pick<GridFrame, "provenance" | "hint"> {
  let first: ObservedFigure | null = null;
  for (const { parts } of reported)
    for (const part of parts.values()) {
      const is = figureIn(part, figure);
      if (is && is.provenance !== "unavailable")
        return { provenance: is.provenance, hint: is.hint };
      first ??= is;
    }
  const hint = first?.hint ?? `No replica reports “${FIGURES[figure].label}”.`;
  return { provenance: "unavailable", hint };
}

/** The parts that report one figure, by model; "" is the server itself. */
function partsByModel(all: readonly DeltaPart[], figure: FigureId): Map<string, DeltaPart> {
  const parts = new Map<string, DeltaPart>();
  for (const part of all) {
    if (listFigureIds(part).includes(figure) && !parts.has(part.model)) parts.set(part.model, part);
  }
  return parts;
}

/** One figure over parts of any models and servers; null without any. */
function together(
  parts: readonly { readonly part: DeltaPart; readonly seconds: number }[],
  figure: FigureId,
): ObservedFigure | null {
  const merged = mergeDeltas(
    parts.map(({ part, seconds }) => ({
      seconds,
      restarted: false,
      models: [],
      parts: [{ ...part, model: "" }],
    })),
  );
  return toFigures(merged).find((each) => each.figure === figure) ?? null;
}
