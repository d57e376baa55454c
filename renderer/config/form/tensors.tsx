import { Plus, Trash2 } from "lucide-react";
import {
  type ConfigPath,
  insertElement,
  type ModelFileSignature,
  removeValue,
  setValue,
} from "../../../engine/config/index.ts";
import { formatShape } from "../../../main/contract/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";
import { ChoiceControl, NumbersControl, SwitchControl, TextControl } from "./inputs.tsx";
import { Columns, LongList, Section } from "./section.tsx";
import {
  dimsWithoutBatch,
  missingTensors,
  type TensorRole,
  type TensorRow,
  tensorRows,
} from "./tensor-rows.ts";

const titles = { input: "Inputs", output: "Outputs" };

/** The inputs or outputs of the text, each with that of the model file. */
export function Tensors({ role }: { role: TensorRole }) {
  const { parsed, config, edit } = useConfigView();
  const signature = config.signature as ModelFileSignature | null;
  const rows = tensorRows(parsed.config, role, signature);
  const missing = missingTensors(parsed.config, role, signature);
  const add = (name: string, data_type: string, dims: readonly number[]) =>
    edit((text) => insertElement(text, [role], rows.length, { name, data_type, dims }));
  return (
    <Section
      title={titles[role]}
      aside={
        <Button onClick={() => add("", "TYPE_FP32", [1])}>
          <Plus aria-hidden="true" />
          Add an {role}
        </Button>
      }
    >
      {rows.length === 0 && (
        <p className="text-muted">
          Left out{signature ? ": the server completes them from the model file" : ""}.
        </p>
      )}
      <LongList items={rows}>
        {(row) => <Tensor key={row.index} role={role} row={row} knowsFile={signature !== null} />}
      </LongList>
      <LongList items={missing}>
        {(tensor) => {
          const dims = dimsWithoutBatch(tensor, parsed.config.max_batch_size);
          return (
            <p key={tensor.name} className="mt-1 flex flex-wrap items-center gap-2">
              <Badge tone={rows.length > 0 && role === "input" ? "warn" : "neutral"}>
                In the file
              </Badge>
              <code className="wrap-anywhere">
                {tensor.name} {tensor.data_type} {formatShape(tensor.shape)}
              </code>
              <Button onClick={() => add(tensor.name, tensor.data_type, dims)}>
                Write {tensor.name} into the text
              </Button>
            </p>
          );
        }}
      </LongList>
    </Section>
  );
}

interface TensorProps {
  readonly role: TensorRole;
  readonly row: TensorRow;
  readonly knowsFile: boolean;
}

function Tensor({ role, row, knowsFile }: TensorProps) {
  const { edit } = useConfigView();
  const path: ConfigPath = [role, row.index];
  const { agreed, differences } = row;
  const name = row.name || `${role} ${row.index + 1}`;
  return (
    <Marked path={path}>
      <fieldset className="rounded-md border border-line px-3 pb-2">
        <legend className="flex items-center gap-2 px-1 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {knowsFile && (
            <Badge tone={differences.length > 0 ? "bad" : "good"}>
              {differences.length > 0 ? "Differs from the file" : "As in the file"}
            </Badge>
          )}
          <IconButton
            label={`Remove ${role} ${name}`}
            className="h-6 w-6"
            onClick={() => edit((text) => removeValue(text, path))}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </legend>
        {row.inFile && (
          <p className="text-muted text-xs">
            Model file: <code>{row.inFile}</code>
          </p>
        )}
        {differences.length > 0 && (
          <p className="flex flex-wrap items-center gap-2 text-bad text-xs">
            {differences.join(" ")}
            {agreed && (
              <Button
                className="h-6 px-2 text-xs"
                onClick={() => edit((text) => setValue(text, path, { name: row.name, ...agreed }))}
              >
                Take the file’s
              </Button>
            )}
          </p>
        )}
        <Columns>
          <TextControl path={[...path, "name"]} label="Name" />
          <ChoiceControl path={[...path, "data_type"]} label="Type" />
          <NumbersControl path={[...path, "dims"]} label="Dimensions" />
          {role === "input" && (
            <>
              <SwitchControl path={[...path, "allow_ragged_batch"]} label="Ragged batches" />
              <SwitchControl path={[...path, "optional"]} label="Optional" />
            </>
          )}
          {role === "output" && (
            <TextControl path={[...path, "label_filename"]} label="Label file" />
          )}
        </Columns>
      </fieldset>
    </Marked>
  );
}
