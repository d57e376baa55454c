import type { ObservedFrame, ServerKind } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { tellingFigures } from "./chart-groups.ts";
import { figureTable } from "./observed-figures.ts";
import { ObservedTile } from "./observed-value.tsx";
import { useLastMinute } from "./use-last-minute.ts";

interface FiguresNowProps {
  readonly kind: ServerKind;
  readonly frame: ObservedFrame;
  /** Whose figures; where it has none of its own, that of the whole server. */
  readonly of: string;
}

/** The figures that tell most: readings as of the last answer, the others over the last minute. */
export function FiguresNow({ kind, frame, of }: FiguresNowProps) {
  const lastMinute = useLastMinute(frame, tellingFigures(kind), [of, ""]);
  const table = figureTable(lastMinute.frame);
  const shown = tellingFigures(kind).flatMap((figure) => table.find(of, figure) ?? []);
  if (shown.length === 0) return null;
  return (
    <>
      {of !== "" && table.models.filter((each) => each !== "").length > 1 && (
        <p className="px-4 pt-2 font-medium">{of}</p>
      )}
      <div className="flex flex-wrap gap-x-2 gap-y-1 py-1">
        {shown.map((figure) => (
          <ObservedTile key={figure.figure} figure={figure} of={of} />
        ))}
      </div>
      {lastMinute.words !== "" && (
        <p className="px-4 pb-1.5 text-muted text-xs">
          Rates, times and shares over {lastMinute.words}; other figures as of the last answer.
        </p>
      )}
      {!frame.live && (
        <p className="border-line border-t px-4 py-1.5 text-muted text-xs">
          The server does not answer: these are the last known.
        </p>
      )}
    </>
  );
}

/** The same in a frame of its own; nothing where there are no figures. */
export function FiguresCard(props: FiguresNowProps) {
  const { kind, frame, of } = props;
  const table = figureTable(frame);
  if (!tellingFigures(kind).some((figure) => table.find(of, figure))) return null;
  return (
    <Card>
      <FiguresNow {...props} />
    </Card>
  );
}
