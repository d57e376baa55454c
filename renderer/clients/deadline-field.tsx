import { NumberInput } from "../ui/number-input.tsx";

interface DeadlineFieldProps {
  readonly value: number;
  /** What happens then. */
  readonly help: string;
  readonly error: string | undefined;
  /** Takes NaN while the field is empty. */
  readonly onChange: (deadlineMs: number) => void;
}

/** How long a request of *Try it* may take, ms. */
export function DeadlineField({ onChange, ...field }: DeadlineFieldProps) {
  return (
    <NumberInput
      {...field}
      label="Deadline"
      unit="ms"
      onChange={(value) => onChange(value ?? Number.NaN)}
    />
  );
}
