import { ArrowDown, ArrowUp, Equal, HelpCircle } from "lucide-react";
import { type FigureDifference, MEASURED_FIGURES } from "../../../main/contract/index.ts";
import { cx } from "../../ui/classes.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { figureChange, figureFormat, verdictLabels } from "./figure-rows.ts";

interface FigureTableProps {
  readonly figures: readonly FigureDifference[];
  /** Either side is invalid: nothing is marked as better or worse. */
  readonly invalid?: boolean;
}

/** Each figure before and after, its change, and the basis of that. */
export function FigureTable({ figures, invalid = false }: FigureTableProps) {
  return (
    <DataTable
      caption="Differences"
      columns={[
        { key: "figure", head: "Figure" },
        { key: "before", head: "Before", numeric: true },
        { key: "after", head: "After", numeric: true },
        { key: "change", head: "Change, 95 % interval", numeric: true },
        { key: "verdict", head: "Verdict" },
        { key: "basis", head: "Basis" },
      ]}
      rows={figures.map((each) => {
        const format = figureFormat(each);
        const change = figureChange(each);
        return {
          key: each.figure,
          cells: [
            <span key="figure" className="font-semibold">
              {MEASURED_FIGURES[each.figure].label}
            </span>,
            format(each.before),
            format(each.after),
            change ? (
              <span key="change" className="flex flex-col items-end">
                {change.text}
                <span className="text-muted text-xs">{change.interval}</span>
              </span>
            ) : (
              "–"
            ),
            <VerdictText key="verdict" difference={each} invalid={invalid} />,
            <span key="basis" className="text-muted text-xs">
              {each.basis}
            </span>,
          ],
        };
      })}
    />
  );
}

interface VerdictTextProps {
  readonly difference: FigureDifference;
  readonly invalid: boolean;
}

function VerdictText({ difference, invalid }: VerdictTextProps) {
  const { verdict, share, points } = difference;
  const Icon =
    verdict === "none"
      ? Equal
      : verdict === "unknown"
        ? HelpCircle
        : ((share ?? points)?.value ?? 0) < 0
          ? ArrowDown
          : ArrowUp;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap",
        !invalid && verdict === "better" && "text-good",
        !invalid && verdict === "worse" && "text-bad",
        (invalid || verdict === "none" || verdict === "unknown") && "text-muted",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {verdictLabels[verdict]}
    </span>
  );
}
