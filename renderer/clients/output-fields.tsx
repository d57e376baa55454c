import { Fold } from "../ui/fold.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import type { FormProps } from "./request-form.tsx";

/** The outputs to request, optionally as classes. */
export function OutputFields({ detail, draft, errors, onChange }: FormProps) {
  const { outputs } = draft;
  const names = detail.outputs.map(({ name }) => name);
  const asked = (name: string) => outputs.find((each) => each.name === name);
  const set = (name: string, classification: number | null) => {
    const now =
      outputs.length > 0 ? outputs : names.map((each) => ({ name: each, classification: 0 }));
    const others = now.filter((each) => each.name !== name);
    const next = classification === null ? others : [...others, { name, classification }];
    const whole = next.length === names.length && next.every((each) => each.classification === 0);
    onChange({ outputs: whole ? [] : next });
  };
  const isAsked = (name: string) => outputs.length === 0 || asked(name) !== undefined;
  return (
    <Fold
      title="Outputs"
      summary={outputs.length === 0 ? "all" : outputs.map(({ name }) => name).join(", ")}
      wrong={errors.has("outputs")}
    >
      {names.map((name) => (
        <div key={name} className="flex flex-wrap items-end gap-x-5 gap-y-2">
          <label className="flex h-8 min-w-32 items-center gap-2 font-mono">
            <input
              type="checkbox"
              checked={isAsked(name)}
              // With none selected, the server would return all.
              disabled={isAsked(name) && (outputs.length === 1 || names.length === 1)}
              onChange={(event) => set(name, event.target.checked ? 0 : null)}
            />
            {name}
          </label>
          {isAsked(name) && (
            <NumberInput
              label={`Best classes of ${name}`}
              none="the tensor"
              className="w-40"
              value={asked(name)?.classification || null}
              error={errors.get("outputs")}
              onChange={(value) => set(name, value ?? 0)}
            />
          )}
        </div>
      ))}
    </Fold>
  );
}
