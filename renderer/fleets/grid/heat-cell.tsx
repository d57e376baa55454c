import { memo } from "react";
import { FIGURES, type GridCell, type GridReplica } from "../../../main/contract/index.ts";
import { cx } from "../../ui/classes.ts";
import { cellColor } from "./colors.ts";
import {
  cellText,
  configurationName,
  formatFigure,
  isLook,
  type ShownAs,
  unitSuffix,
} from "./shown.ts";

interface HeatCellProps {
  readonly model: string;
  /** Link to the model there; the table handles the click. */
  readonly href: string;
  readonly replica: GridReplica;
  readonly cell: GridCell | null;
  readonly shown: ShownAs;
  readonly most: number;
  readonly versions: readonly string[];
  readonly row: number;
  readonly column: number;
  readonly active: boolean;
}

/** One model on one replica, as a link to the model there. */
export const HeatCell = memo(function HeatCell(props: HeatCellProps) {
  const { model, href, replica, cell, shown, most, versions, row, column, active } = props;
  const stale = replica.state !== "live";
  const place = { "data-row": row, "data-column": column, tabIndex: active ? 0 : -1 };
  if (!cell)
    return (
      <td
        role="gridcell"
        {...place}
        data-hint={`${replica.name} has no model ${model}.`}
        className="border-line border-b px-2 text-center text-muted text-xs"
      >
        <span className="sr-only">not there</span>
      </td>
    );
  const text = cellText(shown, cell);
  const drifts = cell.configuration !== null && cell.configuration > 0;
  return (
    <td
      role="gridcell"
      className="border-line border-b p-0"
      style={{ background: cellColor(shown, cell, most, versions) }}
    >
      <a
        href={href}
        data-model={model}
        data-server={replica.serverId}
        {...place}
        data-hint={describeCell(model, replica, cell, shown)}
        className={cx(
          "relative flex h-[38px] items-center px-2 outline-offset-[-2px] hover:underline",
          isLook(shown) ? "justify-start" : "justify-end",
          stale && "italic",
        )}
      >
        {text}
        {drifts && shown !== "configuration" && (
          <span
            className="absolute top-0.5 left-1 font-semibold text-[0.625rem] text-ink"
            aria-label={`configuration ${configurationName(cell.configuration ?? 0)}`}
            role="img"
          >
            {configurationName(cell.configuration ?? 0)}
          </span>
        )}
      </a>
    </td>
  );
}, sameCell);

/** A figure of a whole replica. */
export function HeatValue({ text, live }: { text: string; live: boolean }) {
  return (
    <td
      role="gridcell"
      className={cx("border-line border-b px-2 text-right font-medium", !live && "italic")}
    >
      {text}
    </td>
  );
}

function describeCell(model: string, replica: GridReplica, cell: GridCell, shown: ShownAs): string {
  const { state, reason, versions, configuration, value } = cell;
  const figure = isLook(shown)
    ? null
    : `${FIGURES[shown].label}: ${formatFigure(shown, value)} ${unitSuffix(shown)}`.trim();
  return [
    `${model} on ${replica.name}`,
    replica.state === "live" ? null : "The replica does not answer: last known figures.",
    state === "ready" ? null : `${state}${reason ? `: ${reason}` : ""}`,
    versions.length > 0 ? `Version ${versions.join(", ")}` : null,
    configuration === null
      ? null
      : configuration === 0
        ? "Configuration A, used by most"
        : `Configuration ${configurationName(configuration)}, unlike most`,
    figure,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Frames are new with every event; most cells are unchanged. */
function sameCell(a: HeatCellProps, b: HeatCellProps): boolean {
  return (
    a.shown === b.shown &&
    a.most === b.most &&
    a.active === b.active &&
    a.row === b.row &&
    a.column === b.column &&
    a.href === b.href &&
    a.replica.key === b.replica.key &&
    a.replica.name === b.replica.name &&
    a.replica.state === b.replica.state &&
    a.cell?.value === b.cell?.value &&
    a.cell?.state === b.cell?.state &&
    a.cell?.configuration === b.cell?.configuration &&
    a.cell?.reason === b.cell?.reason &&
    String(a.cell?.versions) === String(b.cell?.versions) &&
    a.versions === b.versions
  );
}
