import type { ReactNode } from "react";

const GAP = 14;
const WIDTH = 220;

interface TipProps {
  /** What it points at, and the width to stay in, px. */
  readonly x: number;
  readonly y: number;
  readonly within: number;
  readonly children: ReactNode;
}

/** A tooltip next to the cursor, on the side with room. */
export function Tip({ x, y, within, children }: TipProps) {
  const flipped = x + GAP + WIDTH > within && x > within / 2;
  return (
    <div
      aria-hidden="true"
      data-export="none"
      className="pointer-events-none absolute z-30 w-max rounded-md border border-line-strong bg-raised px-3 py-2 text-xs shadow-pop"
      style={{
        ...(flipped ? { right: within - x + GAP } : { left: x + GAP }),
        top: Math.max(0, y - 24),
        maxWidth: WIDTH,
      }}
    >
      {children}
    </div>
  );
}

interface TipRow {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  /** A CSS colour. */
  readonly color?: string;
}

/** A head, and figures with their colours. */
export function TipRows({ head, rows }: { head: string; rows: readonly TipRow[] }) {
  return (
    <>
      <div className="font-semibold">{head}</div>
      {rows.map(({ key, label, text, color }) => (
        <div key={key} className="flex items-center gap-2">
          {color && <span className="size-2 rounded-sm" style={{ background: color }} />}
          <span className="flex-1 text-muted">{label}</span>
          <span className="pl-3">{text}</span>
        </div>
      ))}
    </>
  );
}
