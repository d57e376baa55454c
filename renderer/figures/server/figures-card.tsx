import type { ObservedFrame, ServerKind } from "../../../main/contract/index.ts";
import { FigureTile, Tiles } from "../figure.tsx";
import { keyFigures } from "../key-figures.ts";
import { TIME_BASE_TEXT } from "../time-base.ts";
import { Card } from "../../ui/card.tsx";
import { figureTable, observedHint } from "../observed-figures.ts";

interface FiguresNowProps {
  readonly kind: ServerKind;
  readonly frame: ObservedFrame;
  /** The model; missing figures are those of the whole server. */
  readonly of: string;
}

/** The key figures: rates, times and shares over the last minute, and the newest readings. */
export function FiguresNow({ kind, frame, of }: FiguresNowProps) {
  const table = figureTable(frame);
  const shown = keyFigures(kind).flatMap((figure) => table.find(of, figure) ?? []);
  if (shown.length === 0) return null;
  return (
    <>
      {of !== "" && table.models.filter((each) => each !== "").length > 1 && (
        <p className="px-4 pt-2 font-medium">{of}</p>
      )}
      <Tiles>
        {shown.map((figure) => (
          <FigureTile
            key={figure.figure}
            figure={figure.figure}
            value={figure.value}
            hint={observedHint(figure)}
            whose={figure.model === of ? "" : ", whole server"}
          />
        ))}
      </Tiles>
      <p className="px-4 pb-1.5 text-muted text-xs">{TIME_BASE_TEXT}</p>
      {!frame.live && (
        <p className="border-line border-t px-4 py-1.5 text-muted text-xs">
          The server does not answer. These are the last known figures.
        </p>
      )}
    </>
  );
}

/** {@link FiguresNow} in a card; nothing without figures. */
export function FiguresCard(props: FiguresNowProps) {
  const { kind, frame, of } = props;
  const table = figureTable(frame);
  if (!keyFigures(kind).some((figure) => table.find(of, figure))) return null;
  return (
    <Card>
      <FiguresNow {...props} />
    </Card>
  );
}
