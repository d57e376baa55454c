import { FIGURES, type ObservedFrame } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { figureTable } from "./observed-figures.ts";

/** Figures that the server doesn't report, with the reason and the setting that would enable them. */
export function Unreported({ frame }: { frame: ObservedFrame }) {
  const { unavailable } = figureTable(frame);
  if (unavailable.length === 0) return null;
  return (
    <Card title="Not reported by this server">
      <dl className="grid grid-cols-[minmax(10rem,1fr)_2fr] gap-x-4 gap-y-1.5 px-4 py-3 text-xs">
        {unavailable.map(({ hint, figures }) => (
          <div key={hint} className="contents">
            <dt className="font-medium">{figures.map((id) => FIGURES[id].label).join(", ")}</dt>
            <dd className="break-words text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
