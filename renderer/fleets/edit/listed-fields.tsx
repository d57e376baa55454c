import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextInput } from "../../ui/field.tsx";
import { addRow, type FleetForm, type ListedRow, pasteLines } from "./fleet-form.ts";

interface ListedFieldsProps {
  readonly form: FleetForm;
  readonly change: (part: Partial<FleetForm>) => void;
  /** The invalid row, and why. */
  readonly error: { readonly row: number; readonly message: string } | null;
}

const COLUMNS = [
  { field: "name", label: "Name", example: "optional" },
  { field: "grpc", label: "gRPC", example: "gpu-1:8001" },
  { field: "http", label: "HTTP", example: "gpu-1:8000" },
  { field: "metrics", label: "Metrics", example: "gpu-1:8002" },
] as const;

/** Replicas by address, one per line. */
export function ListedFields({ form, change, error }: ListedFieldsProps) {
  const write = (id: number, part: Partial<ListedRow>) =>
    change({ listed: form.listed.map((row) => (row.id === id ? { ...row, ...part } : row)) });
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">Addresses</legend>
      <table className="w-full border-collapse">
        <thead className="text-left text-muted text-xs">
          <tr>
            {COLUMNS.map(({ field, label }) => (
              <th key={field} scope="col" className="pr-2 pb-1 font-medium">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {form.listed.map((row, index) => (
            <tr key={row.id}>
              {COLUMNS.map(({ field, label, example }) => (
                <td key={field} className="py-0.5 pr-2">
                  <TextInput
                    aria-label={`${label} of replica ${index + 1}`}
                    aria-invalid={error?.row === index}
                    className={`w-full ${field === "name" ? "" : "font-mono text-xs"}`}
                    value={row[field]}
                    placeholder={example}
                    maxLength={300}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => write(row.id, { [field]: event.target.value })}
                    onPaste={(event) => {
                      const lines = splitLines(event.clipboardData.getData("text"));
                      if (lines.length < 2) return;
                      event.preventDefault();
                      change({ listed: pasteLines(form.listed, row.id, field, lines) });
                    }}
                  />
                </td>
              ))}
              <td>
                <IconButton
                  label={`Remove replica ${index + 1}`}
                  disabled={form.listed.length === 1}
                  onClick={() => change({ listed: form.listed.filter(({ id }) => id !== row.id) })}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && <p className="text-bad text-xs">{error.message}</p>}
      <div className="flex items-center gap-3">
        <Button
          disabled={form.listed.length >= 200}
          onClick={() => change({ listed: addRow(form.listed) })}
        >
          <Plus aria-hidden="true" />
          Add a replica
        </Button>
        <span className="text-muted text-xs">
          Paste several lines into a field to fill the rows below it.
        </span>
      </div>
    </fieldset>
  );
}

function splitLines(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
