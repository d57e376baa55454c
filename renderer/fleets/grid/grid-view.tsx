import { useMemo, useState } from "react";
import type { GridFrame } from "../../../main/contract/index.ts";
import { useTopic } from "../../host/topics.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Select, TextInput } from "../../ui/field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { type Arrangement, arrange, plainly } from "./arrange.ts";
import { HeatTable } from "./heat-table.tsx";
import { Legend } from "./legend.tsx";
import { ReplicaCaveats } from "./replica-caveats.tsx";
import { CHOICES, shownFigure, isShown, findLargest, type ShownAs } from "./shown.ts";

interface GridViewProps {
  readonly fleetId: number;
  readonly shown: ShownAs;
  readonly onShow: (shown: ShownAs) => void;
}

/** Replicas × models, coloured by the selected figure or property. */
export function GridView({ fleetId, shown, onShow }: GridViewProps) {
  const gridFrame = useTopic("fleets.grid", { fleetId, figure: shownFigure(shown) });
  const [arrangement, setArrangement] = useState<Arrangement>(plainly);
  const change = (part: Partial<Arrangement>) => setArrangement((now) => ({ ...now, ...part }));
  return (
    <Card
      title="Replicas by model"
      aside={
        <span className="flex flex-wrap items-center gap-3">
          <TextInput
            type="search"
            aria-label="Search replicas"
            placeholder="Search replicas"
            className="w-44"
            value={arrangement.search}
            onChange={(event) => change({ search: event.target.value })}
          />
          <Segmented
            label="State of replicas"
            options={[
              { value: "all", label: "All" },
              { value: "live", label: "Live" },
              { value: "notLive", label: "Not live" },
            ]}
            value={arrangement.state}
            onPick={(state) => change({ state })}
          />
          <label className="flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={arrangement.differing}
              onChange={(event) => change({ differing: event.target.checked })}
            />
            Only differences
          </label>
          <span className="flex items-center gap-1.5">
            <span aria-hidden="true" className="text-muted">
              Show
            </span>
            <Select
              aria-label="Show"
              value={shown}
              options={CHOICES}
              onPick={(value) => isShown(value) && onShow(value)}
            />
          </span>
        </span>
      }
    >
      {gridFrame === null ? (
        <p className="px-4 py-6 text-muted">Waiting for the replicas…</p>
      ) : (
        <Grid frame={gridFrame} shown={shown} arrangement={arrangement} change={change} />
      )}
    </Card>
  );
}

interface GridProps {
  readonly frame: GridFrame;
  readonly shown: ShownAs;
  readonly arrangement: Arrangement;
  readonly change: (part: Partial<Arrangement>) => void;
}

function Grid({ frame, shown, arrangement, change }: GridProps) {
  const arranged = useMemo(() => arrange(frame, arrangement), [frame, arrangement]);
  const most = useScale(frame);
  // Keeps equal lists identical, so that rows and cells needn't compare them.
  const versions = useSame(versionsIn(frame));
  const columns = useSame(arranged.columns);
  if (frame.replicas.length === 0)
    return (
      <Empty title="The fleet has no replicas">
        {frame.problem ?? "No replicas found yet. They appear here when they start."}
      </Empty>
    );
  if (arranged.rows.length === 0)
    return (
      <Empty title={arrangement.differing ? "Nothing differs" : "No matching replica"}>
        {arrangement.differing &&
          "Every replica is live and has the same models, versions and configurations."}
      </Empty>
    );
  const sort = (by: string) =>
    change({
      sort: by,
      descending: by === arrangement.sort ? !arrangement.descending : by !== "name",
    });
  return (
    <>
      <div className="flex min-h-8 items-center px-4 py-1.5">
        <Legend shown={shown} frame={frame} most={most} versions={versions} />
      </div>
      <ReplicaCaveats replicas={frame.replicas} />
      <HeatTable
        {...{ frame, shown, rows: arranged.rows, columns, arrangement, most, versions }}
        onSort={sort}
      />
    </>
  );
}

/** The value at full colour; reset when another figure is selected. */
function useScale(frame: GridFrame): number {
  const { figure } = frame;
  const [kept, setKept] = useState({ figure, most: 0 });
  const before = kept.figure === figure ? kept.most : 0;
  const most = useMemo(() => findLargest(frame, before), [frame, before]);
  if (kept.figure !== figure || kept.most !== most) setKept({ figure, most });
  return most;
}

/** Returns the previous list while it is equal. */
function useSame<T extends string | number>(list: readonly T[]): readonly T[] {
  const [same, setSame] = useState(list);
  const alike = list.length === same.length && list.every((each, index) => each === same[index]);
  if (!alike) setSame(list);
  return alike ? same : list;
}

/** All served versions, most common first. */
function versionsIn({ replicas }: GridFrame): string[] {
  const counts = new Map<string, number>();
  for (const { cells } of replicas)
    for (const cell of cells) {
      if (!cell || cell.versions.length === 0) continue;
      const words = cell.versions.join(", ");
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  return [...counts].sort(([, a], [, b]) => b - a).map(([words]) => words);
}
