import { Plus, Trash2 } from "lucide-react";
import type { Candidate, Goal } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { useRequest } from "../../host/requests.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type Version, versionsOf } from "../../config/revisions.ts";
import { NumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";
import { errorWithin } from "./validate.ts";

type Compare = Extract<Goal, { kind: "compare" }>;

interface CandidateFieldsProps {
  readonly goal: Compare;
  readonly onChange: (goal: Compare) => void;
}

/** The configurations to compare, the baseline first: the one in force, a draft, an earlier one, or any text. */
export function CandidateFields({ goal, onChange }: CandidateFieldsProps) {
  const { plan, errors } = usePlan();
  const { serverId, traffic } = plan;
  const model = traffic[0]?.model ?? "";
  const now = useNow(60_000);
  const { data, error } = useRequest("configs.get", { serverId, model });
  const versions = data ? versionsOf(data, (time) => formatMoment(time, now)) : [];
  const { candidates, replicates } = goal;
  const set = (index: number, candidate: Candidate) =>
    onChange({
      ...goal,
      candidates: candidates.map((each, at) => (at === index ? candidate : each)),
    });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Configurations of {model}</legend>
      {error && <ErrorNotice title="Its configurations could not be read" error={error} />}
      {candidates.map((candidate, index) => (
        // A candidate has no name but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="rounded-md border border-line px-3 py-2.5">
          <CandidateRow
            candidate={candidate}
            title={index === 0 ? "Baseline" : `Candidate ${index}`}
            versions={versions}
            error={errorWithin(errors, `goal.candidates.${index}`)}
            onChange={(next) => set(index, next)}
            onRemove={
              candidates.length > 2
                ? () =>
                    onChange({ ...goal, candidates: candidates.filter((_, at) => at !== index) })
                : null
            }
          />
        </div>
      ))}
      <Button
        className="self-start"
        disabled={candidates.length >= 16}
        onClick={() =>
          onChange({
            ...goal,
            candidates: [
              ...candidates,
              { label: `candidate ${candidates.length}`, configText: data?.draft?.text ?? "" },
            ],
          })
        }
      >
        <Plus aria-hidden="true" />
        Add a candidate
      </Button>
      <NumberField
        label="Replicates"
        path="goal.replicates"
        help="Times that each is measured; from 5 on an interval means something."
        value={replicates}
        onChange={(next) => onChange({ ...goal, replicates: next })}
      />
    </fieldset>
  );
}

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly title: string;
  readonly versions: readonly Version[];
  readonly error: string | null;
  readonly onChange: (candidate: Candidate) => void;
  readonly onRemove: (() => void) | null;
}

const TEXT = "text";

function CandidateRow(props: CandidateRowProps) {
  const { candidate, title, versions, error, onChange, onRemove } = props;
  const { label, configText } = candidate;
  const source =
    configText === null
      ? "force"
      : (versions.find(({ value, text }) => value !== "force" && text === configText)?.value ??
        TEXT);
  const options = [
    { value: "force", label: "In force when it begins" },
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
                  const inForce = versions.find((each) => each.value === "force")?.text;
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
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
