import type { InputSource, ModelDetail } from "../../../main/contract/index.ts";
import { FolderField } from "../../ui/folder-field.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { CsvColumns, NumpyFiles } from "./file-inputs.tsx";
import { GeneratedInputs } from "./generated-inputs.tsx";
import { PathField } from "./path-field.tsx";
import type { InputsPart } from "./part.ts";
import { usePlan } from "./plan-context.ts";
import { ShapeField } from "../../host/sizes/shape-field.tsx";
import { errorWithin } from "./validate.ts";

const sources: readonly { value: InputSource["kind"]; label: string; about: string }[] = [
  {
    value: "generated",
    label: "Generated",
    about: "Random values for the model's shapes and types, from the seed.",
  },
  {
    value: "perf-analyzer",
    label: "perf_analyzer's input data",
    about: "A JSON file, or a folder with one file per input.",
  },
  {
    value: "numpy",
    label: "NumPy files",
    about: "One .npz, or one .npy per input. The first axis is the item.",
  },
  {
    value: "images",
    label: "Images from a folder",
    about: "PNG and JPEG files in the order of their names, scaled to the input's size.",
  },
  { value: "csv", label: "CSV file", about: "One line per item." },
];

/** The source of request contents. */
export function InputsFields({ traffic, at, detail, set }: InputsPart) {
  const { errors } = usePlan();
  const { inputs } = traffic;
  const names = detail?.inputs.map(({ name }) => name) ?? [];
  const pick = (kind: InputSource["kind"]) =>
    set({ inputs: begin(kind, names[0] ?? ""), checkOutputs: false });
  const outputs = inputs.kind === "perf-analyzer";
  return (
    <>
      <Field
        label="Source"
        help={sources.find(({ value }) => value === inputs.kind)?.about}
        className="items-start"
      >
        {(control) => (
          <Select
            {...control}
            value={inputs.kind}
            options={sources}
            onPick={(kind) => pick(kind as InputSource["kind"])}
          />
        )}
      </Field>
      {inputs.kind === "generated" && (
        <>
          <GeneratedInputs
            inputs={inputs}
            tensors={detail?.inputs ?? []}
            at={`${at}.inputs.byInput`}
            onChange={(next) => set({ inputs: next })}
          />
          <ShapeFields
            detail={detail}
            shapes={traffic.shapes}
            at={`${at}.shapes`}
            onChange={(shapes) => set({ shapes })}
          />
        </>
      )}
      {inputs.kind === "perf-analyzer" && (
        <PathField
          label="File or folder"
          path={`${at}.inputs.path`}
          placeholder="/absolute/path/data.json"
          value={inputs.path}
          onChange={(path) => set({ inputs: { ...inputs, path } })}
        />
      )}
      {inputs.kind === "numpy" && (
        <NumpyFiles
          inputs={inputs}
          names={names}
          at={`${at}.inputs.files`}
          onChange={(next) => set({ inputs: next })}
        />
      )}
      {inputs.kind === "images" && (
        <>
          <FolderField
            label="Folder"
            help="On the machine that sends the load."
            error={errors.get(`${at}.inputs.folder`) ?? null}
            title="Choose the folder with the images"
            value={inputs.folder}
            onChange={(folder) => set({ inputs: { ...inputs, folder } })}
          />
          <div className="flex flex-wrap gap-6">
            <Field label="Into the input">
              {(control) => (
                <Select
                  {...control}
                  value={inputs.input}
                  options={names.map((name) => ({ value: name, label: name }))}
                  onPick={(input) => set({ inputs: { ...inputs, input } })}
                />
              )}
            </Field>
            <Field label="Scaling of values">
              {(control) => (
                <Select
                  {...control}
                  value={inputs.scaling}
                  options={[
                    { value: "none", label: "none: 0 to 255" },
                    { value: "unit", label: "unit: 0 to 1" },
                    { value: "inception", label: "Inception: −1 to 1" },
                    { value: "imagenet", label: "ImageNet: mean and deviation" },
                  ]}
                  onPick={(scaling) =>
                    set({ inputs: { ...inputs, scaling: scaling as typeof inputs.scaling } })
                  }
                />
              )}
            </Field>
          </div>
        </>
      )}
      {inputs.kind === "csv" && (
        <>
          <PathField
            label="File"
            path={`${at}.inputs.path`}
            placeholder="/absolute/path/data.csv"
            value={inputs.path}
            onChange={(path) => set({ inputs: { ...inputs, path } })}
          />
          <CsvColumns
            inputs={inputs}
            names={names}
            at={`${at}.inputs.columns`}
            onChange={(next) => set({ inputs: next })}
          />
        </>
      )}
      {outputs && (
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1"
            checked={traffic.checkOutputs}
            onChange={(event) => set({ checkOutputs: event.target.checked })}
          />
          <span>
            <span className="font-medium">Check the responses</span>
            <span className="block text-muted text-xs">
              Compares responses with the outputs in the data; a request with a different response
              counts as failed.
            </span>
          </span>
        </label>
      )}
    </>
  );
}

function begin(kind: InputSource["kind"], input: string): InputSource {
  switch (kind) {
    case "generated":
      return { kind, byInput: {} };
    case "perf-analyzer":
      return { kind, path: "" };
    case "numpy":
      return { kind, files: {} };
    case "images":
      return { kind, folder: "", input, scaling: "unit" };
    case "csv":
      return { kind, path: "", columns: {} };
    case "chat":
    case "embeddings":
    case "rerank":
      throw new Error("prompts have a separate form");
  }
}

interface ShapeFieldsProps {
  readonly shapes: Readonly<Record<string, number[]>>;
  readonly at: string;
  readonly detail: ModelDetail | undefined;
  readonly onChange: (shapes: Record<string, number[]>) => void;
}

/** Sizes of the model's dynamic dimensions, by input. */
function ShapeFields({ shapes, at, detail, onChange }: ShapeFieldsProps) {
  const { errors } = usePlan();
  const names = Object.keys(shapes);
  if (names.length === 0) return null;
  const batched = Number(detail?.config?.["max_batch_size"] ?? 0) > 0;
  const plannedDims = (name: string) =>
    detail?.inputs.find((input) => input.name === name)?.shape.slice(batched ? 1 : 0);
  return (
    <div className="flex flex-wrap gap-6">
      {names.map((name) => (
        <ShapeField
          key={name}
          input={name}
          dims={plannedDims(name)}
          shape={shapes[name]}
          help="Of one item."
          error={errorWithin(errors, `${at}.${name}`)}
          onChange={(sizes) => onChange({ ...shapes, [name]: sizes ?? [] })}
        />
      ))}
    </div>
  );
}
