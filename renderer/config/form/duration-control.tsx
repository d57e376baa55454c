import type { Uint64 } from "../../../engine/config/index.ts";
import { Control, type ControlProps } from "./control.tsx";
import {
  durationAt,
  formatDuration,
  lastPosition,
  type LogScale,
  parseMicroseconds,
  toPosition,
} from "../duration.ts";
import { TypedBox } from "./typed-box.tsx";
import { useField } from "./use-field.ts";
import { type Reading, useTyped } from "./use-typed.ts";

function read(typed: string): Reading<Uint64> {
  const value = parseMicroseconds(typed);
  if (value === null)
    return { error: `“${typed.trim()}” is not a duration. Enter 500 µs, 2 ms or 1.5 s.` };
  return { value, shown: formatDuration(value) };
}

/** Edits microseconds: a logarithmic slider, and a box that accepts µs, ms and s. */
export function DurationControl({ scale, ...frame }: ControlProps & { readonly scale: LogScale }) {
  const { value, isSet, write, remove } = useField(frame.path);
  const micros = typeof value === "number" || typeof value === "string" ? value : 0;
  const typed = useTyped<Uint64>({
    shown: isSet ? formatDuration(micros) : "",
    read,
    write: (next) => write(next, "typing"),
    clear: remove,
  });
  return (
    <Control {...frame} error={typed.error}>
      {(described) => (
        <div className="flex items-center gap-3">
          <input
            type="range"
            aria-label={`${frame.label}, slider`}
            aria-valuetext={formatDuration(micros)}
            min={0}
            max={lastPosition(scale)}
            value={toPosition(Number(micros), scale)}
            onChange={(event) => write(durationAt(Number(event.target.value), scale), "typing")}
            className="min-w-0 flex-1 accent-accent"
          />
          <TypedBox {...described} typed={typed} placeholder="0 µs" className="w-24 text-right" />
        </div>
      )}
    </Control>
  );
}
