import type { GridReplica } from "../../../main/contract/index.ts";

interface ReplicaChoiceProps {
  readonly replicas: readonly GridReplica[];
  /** Keys of excluded replicas. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** Selects the replicas to change. */
export function ReplicaChoice({ replicas, left, onLeft }: ReplicaChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Replicas, in this order</legend>
      <div className="flex max-h-44 flex-col gap-1 overflow-auto" tabIndex={-1}>
        {replicas.map(({ key, name, state }) => (
          <label key={key} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={!left.has(key)}
              onChange={(event) => {
                const next = new Set(left);
                if (event.target.checked) next.delete(key);
                else next.add(key);
                onLeft(next);
              }}
            />
            {name}
            {state !== "live" && <span className="text-bad text-xs">does not answer</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
