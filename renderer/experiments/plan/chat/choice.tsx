import { Segmented } from "../../../ui/segmented.tsx";

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly about: string;
  readonly options: readonly { value: V; label: string }[];
  readonly value: V;
  readonly onPick: (value: V) => void;
}

/** A choice with an explanation below it. */
export function Choice<V extends string>({ label, about, options, value, onPick }: ChoiceProps<V>) {
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="font-medium">{label}</span>
      <Segmented<V> label={label} options={options} value={value} onPick={onPick} />
      <p className="text-muted text-xs">{about}</p>
    </div>
  );
}
