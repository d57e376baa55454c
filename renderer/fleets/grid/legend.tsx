import { FIGURES, type FigureId, type GridFrame } from "../../../main/contract/index.ts";
import { groupColor, heatColor } from "./colors.ts";
import { configurationName, formatFigure, isLook, type ShownAs, unitSuffix } from "./shown.ts";

interface LegendProps {
  readonly shown: ShownAs;
  readonly frame: GridFrame;
  readonly most: number;
  readonly versions: readonly string[];
}

const PROVENANCE = { exact: "Exact", derived: "Derived", unavailable: "Unavailable" } as const;

/** Explains colours and numbers. */
export function Legend({ shown, frame, most, versions }: LegendProps) {
  if (shown === "state") return null;
  if (shown === "version") return <Groups names={versions} />;
  if (shown === "configuration") return <Groups names={configurationNames(frame)} />;
  if (isLook(shown)) return null;
  const { label, unit, meaning } = FIGURES[shown];
  if (frame.provenance === "unavailable")
    return <p className="text-muted text-xs">Unavailable: {frame.hint}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
      <span
        tabIndex={0}
        data-hint={[meaning, `${PROVENANCE[frame.provenance]}.`, frame.hint]
          .filter(Boolean)
          .join("\n")}
        className="underline decoration-dotted underline-offset-2"
      >
        {label}
        {unitSuffix(shown) && `, ${unit}`}
      </span>
      {most === 0 ? <span>: no data for the last interval</span> : <Scale {...{ shown, most }} />}
    </div>
  );
}

function Scale({ shown, most }: { shown: FigureId; most: number }) {
  return (
    <>
      <span>{formatFigure(shown, 0)}</span>
      <span
        aria-hidden="true"
        className="h-3 w-28 rounded-sm border border-line"
        style={{
          background: `linear-gradient(to right, ${heatColor(shown, 0)}, ${heatColor(shown, 1)})`,
        }}
      />
      <span>{formatFigure(shown, most)}</span>
    </>
  );
}

function Groups({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="size-3 rounded-sm border border-line"
            style={{ background: groupColor(index) }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

function configurationNames(frame: GridFrame): string[] {
  let most = -1;
  for (const { cells } of frame.replicas)
    for (const cell of cells) most = Math.max(most, cell?.configuration ?? -1);
  return Array.from({ length: most + 1 }, (_, group) =>
    group === 0
      ? `${configurationName(group)}: what most replicas of the model have`
      : configurationName(group),
  );
}
