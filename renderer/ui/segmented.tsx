import { cx } from "./classes.ts";

interface SegmentedProps<T extends string> {
  /** Name of the choice, for assistive technology. */
  readonly label: string;
  readonly options: readonly { value: T; label: string }[];
  /** Null: nothing is selected. */
  readonly value: T | null;
  readonly onPick: (value: T) => void;
}

/** A choice of one of a few options, all visible. */
export function Segmented<T extends string>({ label, options, value, onPick }: SegmentedProps<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      data-export="none"
      className="inline-flex rounded-md border border-line-strong bg-surface p-px"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onPick(option.value)}
          className={cx(
            "h-[1.75rem] rounded px-2.5 font-medium",
            option.value === value ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
