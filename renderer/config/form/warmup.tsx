import { Plus, Trash2 } from "lucide-react";
import {
  type ConfigPath,
  insertElement,
  type ModelFileSignature,
  type ModelWarmup,
  removeValue,
  setValue,
} from "../../../engine/config/index.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";
import { ChoiceControl, NumberControl, NumbersControl, TextControl } from "./inputs.tsx";
import { Numbered } from "./numbered.tsx";
import { Columns, LongList, Section } from "./section.tsx";
import { warmupSample, zeros } from "./warmup-sample.ts";

/** Requests that run before the model is ready. */
export function Warmup() {
  const { parsed, config, edit } = useConfigView();
  const samples = parsed.config.model_warmup;
  const add = () =>
    edit((text) =>
      insertElement(
        text,
        ["model_warmup"],
        samples.length,
        warmupSample(parsed.config, config.signature as ModelFileSignature | null),
      ),
    );
  return (
    <Section
      title="Warm-up"
      aside={
        <Button onClick={add}>
          <Plus aria-hidden="true" />
          Add a sample
        </Button>
      }
    >
      {samples.length === 0 && <p className="text-muted">None: the first requests may be slow.</p>}
      <LongList items={samples}>
        {(sample, index) => (
          <Sample key={`${sample.name} ${index}`} sample={sample} index={index} />
        )}
      </LongList>
    </Section>
  );
}

function Sample({ sample, index }: { sample: ModelWarmup; index: number }) {
  const { parsed, edit } = useConfigView();
  const path: ConfigPath = ["model_warmup", index];
  const left = parsed.config.input.filter(({ name }) => !Object.hasOwn(sample.inputs, name));
  return (
    <Numbered noun="Sample" index={index} path={path}>
      <Columns>
        <TextControl path={[...path, "name"]} label="Name" />
        <NumberControl path={[...path, "batch_size"]} label="Batch size" />
        <NumberControl path={[...path, "count"]} label="Repetitions" />
      </Columns>
      {Object.keys(sample.inputs).map((name) => (
        <SampleInput key={name} path={[...path, "inputs", name]} name={name} />
      ))}
      {left.map(({ name, data_type, dims }) => (
        <Button
          key={name}
          className="mt-1 mr-1"
          onClick={() =>
            edit((text) => setValue(text, [...path, "inputs", name], zeros(data_type, dims)))
          }
        >
          <Plus aria-hidden="true" />
          Add input {name}
        </Button>
      ))}
    </Numbered>
  );
}

const sources = [
  { value: "zero_data", label: "Zeros" },
  { value: "random_data", label: "Random" },
  { value: "input_data_file", label: "File" },
] as const;

function SampleInput({ path, name }: { path: ConfigPath; name: string }) {
  const { parsed, edit } = useConfigView();
  const [, index, , key] = path;
  const input = parsed.config.model_warmup[Number(index)]?.inputs[String(key)];
  if (!input) return null;
  const source = sources.find(({ value }) => input[value] !== undefined)?.value ?? null;
  return (
    <Marked path={path} className="mt-1 border-line border-t">
      <div className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere font-medium">{name}</span>
        <Segmented
          label={`Data of ${name}`}
          options={sources}
          value={source}
          onPick={(next) =>
            next !== source &&
            edit((text) =>
              setValue(text, [...path, next], next === "input_data_file" ? name : true),
            )
          }
        />
        <IconButton
          label={`Remove input ${name} of the sample`}
          className="h-6 w-6"
          onClick={() => edit((text) => removeValue(text, path))}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <Columns>
        <ChoiceControl path={[...path, "data_type"]} label="Type" />
        <NumbersControl path={[...path, "dims"]} label="Dimensions" />
        {source === "input_data_file" && (
          <TextControl path={[...path, "input_data_file"]} label="File in warmup/" />
        )}
      </Columns>
    </Marked>
  );
}
