import type { FieldChange } from "../../../main/contract/index.ts";

interface FieldChangesProps {
  /** Content of the list, for assistive technology. */
  readonly label: string;
  readonly changes: readonly FieldChange[];
}

/** Fields with their values before and after. */
export function FieldChanges({ label, changes }: FieldChangesProps) {
  return (
    <ul
      aria-label={label}
      // Focusable, since it scrolls.
      tabIndex={0}
      className="max-h-48 overflow-auto rounded-md border border-line"
    >
      {changes.map(({ path, before, after }) => (
        <li
          key={path}
          className="flex flex-wrap items-baseline gap-x-3 border-line border-b px-3 py-1 font-mono text-xs last:border-b-0"
        >
          <span className="font-medium">{path}</span>
          <span className="min-w-0 break-all text-muted">
            <Value value={before} /> <span aria-label="becomes">→</span>{" "}
            <span className="text-ink">
              <Value value={after} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: string | null }) {
  return value === null ? <i className="font-sans">not set</i> : <>{value}</>;
}
