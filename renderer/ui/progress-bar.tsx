interface ProgressBarProps {
  readonly label: string;
  /** 0..1 */
  readonly share: number;
}

/** Progress of an operation. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-300"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
