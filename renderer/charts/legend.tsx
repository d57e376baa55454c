import type { ReactNode } from "react";
import { Segmented } from "../ui/segmented.tsx";

export interface LegendItem {
  readonly key: string;
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  /** Default: line. */
  readonly shape?: "line" | "box" | "ring";
  readonly dashed?: boolean | undefined;
}

/** Explains the colours of a chart; its end has room for controls. */
export function Legend({
  items,
  children,
}: {
  items: readonly LegendItem[];
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
      <ul className="flex min-w-0 flex-wrap gap-x-4">
        {items.map(({ key, label, color, shape = "line", dashed }) => (
          <li key={key} className="flex min-w-0 items-center gap-1.5">
            {shape === "ring" ? (
              <span
                className="size-2 shrink-0 rounded-full border"
                style={{ borderColor: color }}
              />
            ) : shape === "box" ? (
              <span className="size-2 shrink-0 rounded-sm" style={{ background: color }} />
            ) : (
              <span
                className="w-4 shrink-0 border-t-2"
                style={{
                  borderColor: color,
                  borderTopStyle: dashed ? "dashed" : "solid",
                }}
              />
            )}
            <span className="truncate text-muted">{label}</span>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

export type ScaleKind = "linear" | "log";

const scaleKinds = [
  { value: "linear", label: "Linear" },
  { value: "log", label: "Log" },
] as const;

export function ScaleChoice(props: { value: ScaleKind; onPick: (kind: ScaleKind) => void }) {
  return <Segmented label="Scale of the latency" options={scaleKinds} {...props} />;
}
