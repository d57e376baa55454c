import type { ReactNode } from "react";

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode, hint?: string])[];
}

/** Names with their values, in as many columns as fit. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([name, value, hint]) => (
        <div key={name} data-hint={hint}>
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
