import { enumValues, type Uint64 } from "../../../engine/config/index.ts";
import { cx } from "../../ui/classes.ts";
import { Select } from "../../ui/field.tsx";
import { Control, type ControlProps } from "./control.tsx";
import { TypedBox } from "./typed-box.tsx";
import { findFieldSpec } from "./form-path.ts";
import { useField } from "./use-field.ts";
import { type Reading, useTyped } from "./use-typed.ts";
import { readDigits, readNumbers, readUint64, readWhole } from "./whole-numbers.ts";

interface TypedControlProps<T> extends ControlProps {
  readonly print: (value: T) => string;
  readonly read: (typed: string) => Reading<T>;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly numeric?: boolean;
}

/** A text box for one value of the text. */
function TypedControl<T>({
  print,
  read,
  placeholder,
  mono,
  numeric,
  ...frame
}: TypedControlProps<T>) {
  const { spec, value, isSet, write, remove } = useField(frame.path, frame.entry);
  const typed = useTyped<T>({
    shown: isSet && value !== undefined ? print(value as T) : "",
    read,
    write: (next) => write(next, "typing"),
    clear: remove,
  });
  return (
    <Control {...frame} error={typed.error}>
      {(described) => (
        <TypedBox
          {...described}
          typed={typed}
          inputMode={numeric ? "numeric" : "text"}
          placeholder={placeholder ?? spec.initial ?? ""}
          className={cx("w-full", mono && "font-mono")}
        />
      )}
    </Control>
  );
}

export function NumberControl(props: ControlProps) {
  const isLong = findFieldSpec(props.path).type === "uint64";
  const read: (typed: string) => Reading<Uint64> = isLong ? readUint64 : readWhole;
  return <TypedControl {...props} print={String} read={read} numeric />;
}

export function FractionControl(props: ControlProps) {
  const read = (typed: string): Reading<number> => {
    const value = Number(typed);
    if (!Number.isFinite(value)) return { error: `“${typed.trim()}” is not a number.` };
    return { value, shown: String(value) };
  };
  return <TypedControl {...props} print={String} read={read} />;
}

export function TextControl(props: ControlProps & { readonly placeholder?: string }) {
  return (
    <TypedControl<string> {...props} print={String} read={(value) => ({ value, shown: value })} />
  );
}

/** Whole numbers, separated by commas. */
export function NumbersControl(props: ControlProps & { readonly placeholder?: string }) {
  return <TypedControl {...props} print={(value) => value.join(", ")} read={readNumbers} mono />;
}

/** A whole number that the text stores as a string, as in backend parameters. */
export function NumberTextControl(props: ControlProps & { readonly placeholder?: string }) {
  return <TypedControl {...props} print={String} read={readDigits} numeric />;
}

export function SwitchControl(props: ControlProps) {
  const { value, write } = useField(props.path);
  return (
    <Control {...props} inline>
      {(described) => (
        <input
          type="checkbox"
          {...described}
          checked={value === true}
          onChange={(event) => write(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
      )}
    </Control>
  );
}

interface ChoiceControlProps extends ControlProps {
  /** Default: the values of the field's enum. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Label of the choice without a value, which removes the field. */
  readonly none?: string;
}

export function ChoiceControl({ options, none, ...frame }: ChoiceControlProps) {
  const { spec, value, isSet, write, remove } = useField(frame.path, frame.entry);
  const values = options ?? enumValues(spec.type).map(({ name }) => ({ value: name, label: name }));
  const given = typeof value === "number" ? String(value) : value;
  const shows = typeof given === "string" && (isSet || none === undefined);
  const chosen = shows ? given : "";
  const known = values.some((option) => option.value === chosen);
  return (
    <Control {...frame}>
      {(described) => (
        <Select
          {...described}
          value={chosen}
          options={[
            ...(none === undefined ? [] : [{ value: "", label: none }]),
            ...values,
            ...(known || chosen === "" ? [] : [{ value: chosen, label: chosen }]),
          ]}
          onPick={(next) => (next === "" ? remove() : write(next))}
          className="w-full"
        />
      )}
    </Control>
  );
}
