import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "./button.tsx";
import { Field, TextInput } from "./field.tsx";
import { showError } from "./toasts.tsx";

interface FolderFieldProps {
  readonly label: string;
  readonly help: string;
  /** Title of the folder dialog. */
  readonly title: string;
  readonly error?: string | null;
  readonly value: string;
  readonly onChange: (folder: string) => void;
}

/** A folder on the host's machine: its path, and a dialog to choose it if the host has one. */
export function FolderField(props: FolderFieldProps) {
  const { label, help, title, error, value, onChange } = props;
  const canPick = useRequest("host.info", {}).data?.capabilities.openFolder === true;
  const pick = useAction("host.pickFolder");
  const ask = () =>
    pick.mutate(
      { title },
      {
        onSuccess: ({ folder }) => folder !== null && onChange(folder),
        onError: (error) => showError("Can't show the folder dialog", error),
      },
    );
  return (
    <Field label={label} help={help} error={error ?? null}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            className="min-w-0 flex-1 font-mono text-xs"
            value={value}
            placeholder="/absolute/path"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          {canPick && <Button onClick={ask}>Choose…</Button>}
        </div>
      )}
    </Field>
  );
}
