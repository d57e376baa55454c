import type { Comparison } from "../../../main/contract/index.ts";
import { Notice } from "../../ui/notice.tsx";
import { FigureTable } from "./figure-table.tsx";

/** Two measurements against each other: in a sentence, in figures with intervals, and what to mind. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { figures, unlike, invalid, words } = comparison;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-lg" data-testid="comparison-words">
        {words}
      </p>
      {invalid && (
        <Notice tone="bad" title="INVALID measurements are compared here">
          No decision should rest on the differences.
        </Notice>
      )}
      {unlike.length > 0 && (
        <Notice tone="warn" title="The two were not measured alike">
          <ul className="list-disc pl-5">
            {unlike.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
      <FigureTable figures={figures} />
    </div>
  );
}
