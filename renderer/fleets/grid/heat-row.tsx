import { memo } from "react";
import type { GridReplica } from "../../../main/contract/index.ts";
import { HeatCell, HeatValue } from "./heat-cell.tsx";
import { ReplicaHead } from "./replica-head.tsx";
import { useModelLinks } from "./use-model-links.ts";
import { shownFigure, formatFigure, isLook, type ShownAs } from "./shown.ts";

/** Height of every row, px; fixed, so that only visible rows need to be rendered. */
export const ROW = 40;

interface HeatRowProps {
  readonly replica: GridReplica;
  readonly models: readonly string[];
  readonly row: number;
  readonly shown: ShownAs;
  /** Indices into the models. */
  readonly columns: readonly number[];
  readonly most: number;
  readonly versions: readonly string[];
  /** The focusable column; null: none in this row. */
  readonly active: number | null;
}

/** One replica. Rendered once per frame, regardless of scrolling. */
export const HeatRow = memo(function HeatRow(props: HeatRowProps) {
  const { replica, models, row, shown, columns, most, versions, active } = props;
  const linkTo = useModelLinks(replica.serverId);
  return (
    <tr aria-rowindex={row + 2} style={{ height: ROW }}>
      <ReplicaHead replica={replica} active={active === 0} row={row} />
      {!isLook(shown) && (
        <HeatValue
          text={formatFigure(shownFigure(shown), replica.total)}
          live={replica.state === "live"}
        />
      )}
      {columns.map((index, column) => (
        <HeatCell
          key={models[index]}
          model={models[index] ?? ""}
          href={linkTo(models[index] ?? "")}
          replica={replica}
          cell={replica.cells[index] ?? null}
          shown={shown}
          most={most}
          versions={versions}
          row={row}
          column={column + 1}
          active={active === column + 1}
        />
      ))}
    </tr>
  );
});
