import { Trash2 } from "lucide-react";
import type { Candidate } from "../../../main/contract/index.ts";
import type { Version } from "../../host/revisions.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly title: string;
  readonly versions: readonly Version[];
  readonly error: string | null;
  readonly onChange: (candidate: Candidate) => void;
  readonly onRemove: (() => void) | null;
}

const TEXT = "text";

/** A configuration: its name, the source of its text, and a custom text. */
export function CandidateRow(props: CandidateRowProps) {
  const { candidate, title, versions, error, onChange, onRemove } = props;
  const { label, configText } = candidate;
  const source =
    configText === null
      ? "force"
      : (versions.find(({ value, text }) => value !== "force" && text === configText)?.value ??
        TEXT);
  const inForce = versions.find(({ value }) => value === "force")?.text;
  const options = [
    { value: "force", label: "Active at the start" },
    ...versions.filter(({ value }) => value !== "force"),
    { value: TEXT, label: "Another text" },
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <Field label={`${title}: name`} className="w-44 shrink-0">
          {(control) => (
            <TextInput
              {...control}
              value={label}
              maxLength={80}
              className="w-full"
              onChange={(event) => onChange({ ...candidate, label: event.target.value })}
            />
          )}
        </Field>
        <Field label={`${title}: configuration`} className="min-w-0 flex-1">
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={source}
              options={options}
              onPick={(value) => {
                const version = versions.find((each) => each.value === value);
                if (value === "force") onChange({ ...candidate, configText: null });
                else if (version) {
                  const named = /^candidate( \d+)?$/.test(label);
                  onChange({
                    label: named ? version.label.slice(0, 80) : label,
                    configText: version.text,
                  });
                } else {
                  onChange({ ...candidate, configText: `${configText ?? inForce ?? ""}\n` });
                }
              }}
            />
          )}
        </Field>
        {onRemove && (
          <IconButton label={`Remove ${title}`} className="mt-6" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {source === TEXT && (
        <textarea
          aria-label={`${title}: text`}
          rows={8}
          spellCheck={false}
          placeholder="config.pbtxt"
          className="rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs"
          value={configText ?? ""}
          onChange={(event) => onChange({ ...candidate, configText: event.target.value })}
        />
      )}
      {source === TEXT && configText === "" && inForce !== undefined && (
        <Button
          className="self-start"
          onClick={() => onChange({ ...candidate, configText: `${inForce}\n` })}
        >
          Start from the active one
        </Button>
      )}
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
