import type { InputSource } from "../../../main/contract/index.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { PathField } from "./path-field.tsx";
import { usePlan } from "./plan-context.ts";

type Numpy = Extract<InputSource, { kind: "numpy" }>;
type Csv = Extract<InputSource, { kind: "csv" }>;

interface FileInputsProps<S> {
  readonly inputs: S;
  /** Names of the model's inputs. */
  readonly names: readonly string[];
  readonly at: string;
  readonly onChange: (inputs: S) => void;
}

/** `record` with `key` set, or without it if `value` is empty. */
function withEntry<V extends string | readonly string[]>(
  record: Readonly<Record<string, V>>,
  key: string,
  value: V,
): Record<string, V> {
  const { [key]: _, ...rest } = record;
  return value.length === 0 ? rest : { ...rest, [key]: value };
}

/** A file for each input; the same .npz may be given for all of them. */
export function NumpyFiles({ inputs, names, at, onChange }: FileInputsProps<Numpy>) {
  const { errors } = usePlan();
  return (
    <>
      {names.map((name) => (
        <PathField
          key={name}
          label={`File for ${name}`}
          path={`${at}.${name}`}
          placeholder="/absolute/path/data.npz"
          value={inputs.files[name] ?? ""}
          onChange={(file) =>
            onChange({ ...inputs, files: withEntry(inputs.files, name, file.trim()) })
          }
        />
      ))}
      {errors.has(at) && <p className="text-bad text-xs">{errors.get(at)}</p>}
    </>
  );
}

/** The columns of each input, by their heads. */
export function CsvColumns({ inputs, names, at, onChange }: FileInputsProps<Csv>) {
  const { errors } = usePlan();
  return (
    <div className="flex flex-col gap-2">
      {names.map((name) => (
        <Field key={name} label={`Columns of ${name}`} help="Their names, separated by commas.">
          {(control) => (
            <TextInput
              {...control}
              defaultValue={(inputs.columns[name] ?? []).join(", ")}
              onChange={(event) => {
                const columns = event.target.value
                  .split(",")
                  .map((each) => each.trim())
                  .filter(Boolean);
                onChange({ ...inputs, columns: withEntry(inputs.columns, name, columns) });
              }}
            />
          )}
        </Field>
      ))}
      {errors.has(at) && <p className="text-bad text-xs">{errors.get(at)}</p>}
    </div>
  );
}
