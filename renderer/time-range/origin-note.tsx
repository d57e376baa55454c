import { useMemo } from "react";
import type { OriginSpan } from "../charts/series-data.ts";
import { instantText } from "../charts/time-ticks.ts";
import { RECORDED_COLOR } from "../figures/colors.ts";

interface OriginNoteProps {
  readonly origins: readonly OriginSpan[];
}

/** The origin of the charts' shaded parts; nothing if the console recorded everything itself. */
export function OriginNote({ origins }: OriginNoteProps) {
  const [first] = origins;
  const last = origins.at(-1);
  if (!first || !last) return null;
  const names = [...new Set(origins.map(({ origin }) => origin))];
  const text = instantText([first.from, last.to]);
  const parts = origins.length === 1 ? "" : `, ${origins.length} parts`;
  return (
    <p className="flex items-center gap-2 text-muted text-xs">
      <span
        aria-hidden="true"
        className="h-3 w-5 shrink-0 rounded-sm border-b-[3px]"
        style={{
          background: `color-mix(in srgb, ${RECORDED_COLOR} 12%, transparent)`,
          borderColor: RECORDED_COLOR,
        }}
      />
      Shaded: from {new Intl.ListFormat("en").format(names)} ({text(first.from)} – {text(last.to)}
      {parts}). The rest was recorded by Batchdeck.
    </p>
  );
}

/** Adds the parts recorded elsewhere to the charts' shared view; the same object while nothing changes. */
export function useOriginView<V extends object>(
  view: V,
  origins: readonly OriginSpan[],
): V & { readonly origins: readonly OriginSpan[] } {
  return useMemo(() => ({ ...view, origins }), [view, origins]);
}
