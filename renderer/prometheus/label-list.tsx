import { labelsText } from "../figures/metric-text.ts";

interface LabelListProps {
  readonly labels: Readonly<Record<string, string>>;
  /** Deselected labels, if they can be selected. */
  readonly without?: ReadonlySet<string>;
  /** Selects or deselects a label; if left out, they can't be selected. */
  readonly onToggle?: (name: string) => void;
}

/** Labels in Prometheus's notation, optionally selectable. */
export function LabelList({ labels, without, onToggle }: LabelListProps) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {Object.entries(labels).map(([name, value]) => {
        const text = labelsText({ [name]: value });
        return (
          <li key={name}>
            {onToggle ? (
              <button
                type="button"
                aria-pressed={!without?.has(name)}
                data-hint={without?.has(name) ? "Left out" : "Part of the match"}
                onClick={() => onToggle(name)}
                className="rounded-md border border-line-strong px-1.5 py-0.5 font-mono text-muted text-xs line-through aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:no-underline"
              >
                {text}
              </button>
            ) : (
              <span className="rounded-md bg-sunken px-1.5 py-0.5 font-mono text-xs">{text}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
