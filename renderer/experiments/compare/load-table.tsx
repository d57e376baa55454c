import {
  type FigureDifference,
  type LoadComparison,
  MEASURED_FIGURES,
} from "../../../main/contract/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/classes.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { InvalidBadge } from "../../figures/verdict.tsx";
import { loadWithUnit } from "../../figures/experiment-text.ts";
import { figureChange, figureFormat } from "../../figures/comparison/figure-rows.ts";

type Figure = FigureDifference["figure"];

interface LoadTableProps {
  readonly loads: readonly LoadComparison[];
  /** Index of the load whose figures are shown in full. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

/** The deciding figures by load, with their changes. */
export function LoadTable({ loads, selected, onSelect }: LoadTableProps) {
  const columns = shownFigures(loads);
  return (
    <DataTable
      caption="Load by load"
      columns={[
        { key: "load", head: "Load" },
        ...columns.map((figure) => ({
          key: figure,
          head: MEASURED_FIGURES[figure].label,
          numeric: true,
        })),
        { key: "verdict", head: "Verdict" },
      ]}
      rows={loads.map((load, index) => {
        const invalid = load.invalid.before || load.invalid.after;
        return {
          key: loadLabel(load),
          cells: [
            <button
              key="load"
              type="button"
              aria-pressed={index === selected}
              data-hint="Show all figures of this load below."
              onClick={() => onSelect(index)}
              className={cx(
                "whitespace-nowrap font-semibold underline-offset-4",
                index === selected ? "text-accent underline" : "hover:underline",
              )}
            >
              {loadLabel(load)}
            </button>,
            ...columns.map((figure) => (
              <ChangeCell
                key={figure}
                difference={load.figures.find((each) => each.figure === figure)}
                muted={invalid}
              />
            )),
            <LoadVerdict key="verdict" load={load} columns={columns} />,
          ],
        };
      })}
    />
  );
}

export function loadLabel({ before, after }: Pick<LoadComparison, "before" | "after">): string {
  const [first, second] = [loadWithUnit({ load: before }), loadWithUnit({ load: after })];
  return first === second ? first : `${first} → ${second}`;
}

/** A column for each deciding figure that any load has. */
function shownFigures(loads: readonly LoadComparison[]): Figure[] {
  const known = (figure: Figure) =>
    loads.some(({ figures }) =>
      figures.some((each) => each.figure === figure && each.before !== null && each.after !== null),
    );
  const tail = (["p99", "p95", "p90"] as const).find(known);
  const hasFailures = loads.some(({ figures }) =>
    figures.some(({ figure, before, after }) => figure === "failures" && (before || after)),
  );
  const chat = (
    ["outputTokens", "firstTokenP50", "firstTokenP99", "betweenTokensP50"] as const
  ).filter(known);
  return [
    "throughput",
    ...(known("goodput") ? (["goodput"] as const) : []),
    ...(chat.length > 0 ? chat : (["p50", ...(tail ? [tail] : [])] as const)),
    ...(hasFailures ? (["failures"] as const) : []),
    ...(["cost", "energy"] as const).filter(known),
  ];
}

function ChangeCell({
  difference,
  muted,
}: {
  difference: FigureDifference | undefined;
  muted: boolean;
}) {
  if (!difference) return "–";
  const { verdict, before, after } = difference;
  const format = figureFormat(difference);
  const change = figureChange(difference);
  return (
    <span className="flex flex-col items-end">
      <span className="whitespace-nowrap">
        <span
          className={cx(
            "font-semibold",
            !muted && verdict === "better" && "text-good",
            !muted && verdict === "worse" && "text-bad",
            (muted || verdict === "none" || verdict === "unknown") && "font-normal text-muted",
          )}
        >
          {change?.text ?? "–"}
        </span>
        {change && <span className="ml-1.5 text-muted text-xs">({change.interval})</span>}
      </span>
      <span className="whitespace-nowrap text-muted text-xs">
        {format(before)} → {format(after)}
      </span>
    </span>
  );
}

function LoadVerdict({ load, columns }: { load: LoadComparison; columns: readonly Figure[] }) {
  const sides = [load.invalid.before, load.invalid.after].filter(Boolean).length;
  if (sides > 0) return <InvalidBadge invalid={sides} of={2} />;
  const verdicts = load.figures
    .filter(({ figure }) => columns.includes(figure))
    .map(({ verdict }) => verdict);
  const [better, worse] = [verdicts.includes("better"), verdicts.includes("worse")];
  if (better && worse) return <Badge tone="warn">better and worse</Badge>;
  if (better) return <Badge tone="good">better</Badge>;
  if (worse) return <Badge tone="bad">worse</Badge>;
  return <Badge>{verdicts.includes("none") ? "no significant difference" : "inconclusive"}</Badge>;
}
