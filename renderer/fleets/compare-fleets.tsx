import { Link } from "@tanstack/react-router";
import {
  type FigureId,
  FIGURES,
  type ModelDrift,
  type ObservedFigure,
  replicaServerId,
} from "../../main/contract/index.ts";
import { formatChange } from "../format/numbers.ts";
import { useTopic } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field, Select } from "../ui/field.tsx";
import { formatFigure, unitSuffix } from "./grid/shown.ts";

interface CompareFleetsProps {
  readonly fleetId: number;
  readonly other: number | undefined;
  readonly onOther: (fleetId: number) => void;
}

const SHOWN: readonly FigureId[] = [
  "requestsPerSecond",
  "failuresPerSecond",
  "rejectedPerSecond",
  "inferencesPerSecond",
  "waiting",
  "running",
  "meanBatch",
  "queueToCompute",
  "queueMs",
  "computeMs",
  "cacheHitRate",
  "prefixCacheHitRate",
  "latencyMs",
  "latencyP50Ms",
  "latencyP95Ms",
  "latencyP99Ms",
  "ttftMs",
  "itlMs",
  "generatedTokensPerSecond",
];

/** Two fleets side by side: total figures, and their most common configurations. */
export function CompareFleets({ fleetId, other, onOther }: CompareFleetsProps) {
  const fleets = useTopic("fleets.list", {}) ?? [];
  const others = fleets.filter(({ id }) => id !== fleetId);
  const own = fleets.find(({ id }) => id === fleetId)?.name ?? "";
  const chosen = others.find(({ id }) => id === other) ?? others[0];
  if (!chosen)
    return (
      <Card>
        <Empty title="No other fleet">Create a second one to compare this one with.</Empty>
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <Field label="Compare with" className="w-64">
        {(control) => (
          <Select
            {...control}
            value={String(chosen.id)}
            options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            onPick={(id) => onOther(Number(id))}
          />
        )}
      </Field>
      <Sides a={{ id: fleetId, name: own }} b={chosen} />
    </div>
  );
}

interface Side {
  readonly id: number;
  readonly name: string;
}

function Sides({ a, b }: { a: Side; b: Side }) {
  const [ofA, ofB] = [
    useTopic("fleets.totals", { fleetId: a.id }),
    useTopic("fleets.totals", { fleetId: b.id }),
  ];
  const [driftA, driftB] = [
    useTopic("fleets.drift", { fleetId: a.id }),
    useTopic("fleets.drift", { fleetId: b.id }),
  ];
  if (!ofA || !ofB || !driftA || !driftB) return <p className="text-muted">Waiting for both…</p>;
  const models = [...new Set([...driftA, ...driftB].map(({ model }) => model))].sort();
  if (models.length === 0) return <p className="text-muted">Neither has reported a model yet.</p>;
  return models.map((model) => {
    const left = driftA.find((each) => each.model === model) ?? null;
    const right = driftB.find((each) => each.model === model) ?? null;
    const rows = SHOWN.flatMap((figure) => makeRow(figure, model, ofA, ofB));
    return (
      <Card key={model} title={model} aside={<Configurations {...{ model, a, b, left, right }} />}>
        {!left || !right ? (
          <p className="px-4 py-3 text-muted">Only {left ? a.name : b.name} has it.</p>
        ) : rows.length === 0 ? (
          <p className="px-4 py-3 text-muted">Neither reports figures for it now.</p>
        ) : (
          <DataTable
            caption={`${model} on ${a.name} and ${b.name}`}
            columns={[
              { key: "figure", head: "All live replicas together" },
              { key: "a", head: a.name, numeric: true },
              { key: "b", head: b.name, numeric: true },
              { key: "change", head: `${b.name} against ${a.name}`, numeric: true },
            ]}
            rows={rows}
          />
        )}
      </Card>
    );
  });
}

function makeRow(
  figure: FigureId,
  model: string,
  a: readonly ObservedFigure[],
  b: readonly ObservedFigure[],
) {
  const find = (all: readonly ObservedFigure[]) =>
    all.find((each) => each.figure === figure && each.model === model)?.value ?? null;
  const [left, right] = [find(a), find(b)];
  if (left === null && right === null) return [];
  const text = (value: number | null) =>
    `${formatFigure(figure, value)} ${unitSuffix(figure)}`.trim();
  const change = left && right !== null ? (right - left) / left : null;
  return [
    { key: figure, cells: [FIGURES[figure].label, text(left), text(right), formatChange(change)] },
  ];
}

interface ConfigurationsProps {
  readonly model: string;
  readonly a: Side;
  readonly b: Side;
  readonly left: ModelDrift | null;
  readonly right: ModelDrift | null;
}

function Configurations({ model, a, b, left, right }: ConfigurationsProps) {
  const [one, two] = [left?.groups[0], right?.groups[0]];
  if (!one || !two) return null;
  const same = one.fingerprint === two.fingerprint;
  return (
    <span className="flex items-center gap-3">
      <Badge tone={same ? "good" : "warn"}>
        {same ? "Same configuration" : "Different configurations"}
      </Badge>
      {!same && (
        <Link
          to="/compare"
          search={{
            a: { server: replicaServerId(a.id, one.replicas[0] ?? ""), model, revision: "served" },
            b: { server: replicaServerId(b.id, two.replicas[0] ?? ""), model, revision: "served" },
          }}
          className={buttonClass()}
        >
          Compare them
        </Link>
      )}
    </span>
  );
}
