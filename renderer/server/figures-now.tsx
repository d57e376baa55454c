import type { ObservedFrame, ServerKind } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { tellingFigures } from "./chart-groups.ts";
import { figureTable } from "./observed-figures.ts";
import { ObservedTile } from "./observed-value.tsx";

interface FiguresNowProps {
  readonly kind: ServerKind;
  readonly frame: ObservedFrame;
  /** Whose figures; where it has none of its own, that of the whole server. */
  readonly of: string;
  readonly title?: string;
}

/** The figures that tell most, as of the last answer. */
export function FiguresNow({ kind, frame, of, title }: FiguresNowProps) {
  const table = figureTable(frame);
  const shown = tellingFigures(kind).flatMap((figure) => table.find(of, figure) ?? []);
  if (shown.length === 0) return null;
  return (
    <Card {...(title === undefined ? {} : { title })}>
      <div className="flex flex-wrap gap-x-4 gap-y-1 py-1">
        {shown.map((figure) => (
          <ObservedTile key={figure.figure} figure={figure} />
        ))}
      </div>
      {!frame.live && (
        <p className="border-line border-t px-4 py-1.5 text-muted text-xs">
          The server does not answer: these are the last known.
        </p>
      )}
    </Card>
  );
}
