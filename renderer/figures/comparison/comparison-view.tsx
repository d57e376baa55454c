import type { ReactNode } from "react";
import type { Comparison } from "../../../main/contract/index.ts";
import { IntervalBars } from "../../charts/interval-bars.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { figureRows } from "./figure-rows.ts";
import { FigureTable } from "./figure-table.tsx";
import { Mismatches } from "./mismatches.tsx";

interface ComparisonViewProps {
  readonly comparison: Comparison;
  /** What is compared with what. */
  readonly title: string;
  readonly aside?: ReactNode;
}

/** Two configurations under the same load: a summary, figures with intervals, and caveats. */
export function ComparisonView({ comparison, title, aside }: ComparisonViewProps) {
  const { figures, unlike, invalid, words } = comparison;
  const rows = figureRows(figures, invalid);
  return (
    <>
      <Card title={title} aside={aside}>
        <div className="flex flex-col gap-3 px-4 py-3">
          <p className="text-lg" data-testid="comparison-words">
            {words}
          </p>
          {invalid && (
            <Notice tone="bad" title="Invalid measurements: don't rely on these differences" />
          )}
          <Mismatches unlike={unlike} />
        </div>
        <FigureTable figures={figures} invalid={invalid} />
      </Card>
      {rows.length > 0 && (
        <IntervalBars
          title={`Differences: ${title}`}
          about="Relative change of each figure, with its 95 % confidence interval."
          mark={invalid ? "Invalid" : undefined}
          rows={rows}
        />
      )}
    </>
  );
}
