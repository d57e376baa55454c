interface OptionalProps {
  readonly label: string;
  readonly about: string;
  /** Why it doesn't go with the rest of the plan. */
  readonly error: string | undefined;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

/** A part of the requests that can be left out. */
export function Optional({ label, about, error, isOn, onToggle }: OptionalProps) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-1"
        checked={isOn}
        aria-invalid={error !== undefined}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <span>
        <span className="font-medium">{label}</span>
        <span className="block max-w-prose text-muted text-xs">{about}</span>
        {error && <span className="block max-w-prose text-bad text-xs">{error}</span>}
      </span>
    </label>
  );
}
