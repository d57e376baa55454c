import { useOverview } from "../host/topics.ts";

interface ModelChoiceProps {
  readonly serverId: string;
  readonly chosen: readonly string[];
  readonly onChange: (models: string[]) => void;
}

/** The models to deploy; an ensemble's models are included. */
export function ModelChoice({ serverId, chosen, onChange }: ModelChoiceProps) {
  const models = useOverview(serverId)?.models ?? [];
  return (
    <fieldset className="px-4 py-3">
      <legend className="sr-only">Models</legend>
      <div className="flex max-h-40 flex-wrap gap-x-5 gap-y-1.5 overflow-auto">
        {models.map(({ name }) => (
          <label key={name} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                )
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
