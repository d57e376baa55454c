import { Plus } from "lucide-react";
import { useEffect } from "react";
import type { Candidate, Goal } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { useRequest } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import { listVersions } from "../../host/revisions.ts";
import { CandidateRow } from "./candidate-row.tsx";
import { NumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";
import { errorWithin } from "./validate.ts";

type Compare = Extract<Goal, { kind: "compare" }>;

interface CandidateFieldsProps {
  readonly goal: Compare;
  readonly onChange: (goal: Compare) => void;
}

/** The configurations to compare, the baseline first: the active one, a draft, an earlier one, or any text. */
export function CandidateFields({ goal, onChange }: CandidateFieldsProps) {
  const { plan, errors } = usePlan();
  const { serverId, traffic } = plan;
  const model = traffic[0]?.model ?? "";
  const now = useNow(60_000);
  const { data, error } = useRequest("configs.get", { serverId, model });
  const versions = data ? listVersions(data, (time) => formatMoment(time, now)) : [];
  const { candidates, replicates } = goal;
  const draft = data?.draft?.text;
  useEffect(() => {
    const open = candidates.findIndex(({ configText }) => configText === "");
    if (draft === undefined || open === -1) return;
    onChange({
      ...goal,
      candidates: candidates.with(open, { label: "draft", configText: draft }),
    });
    // A form that is open when the draft becomes known takes it; later the user decides.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft]);
  const set = (index: number, candidate: Candidate) =>
    onChange({
      ...goal,
      candidates: candidates.map((each, at) => (at === index ? candidate : each)),
    });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Configurations of {model}</legend>
      {error && <ErrorNotice title="Can't read its configurations" error={error} />}
      {candidates.map((candidate, index) => (
        // Candidates are identified by position.
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
              { label: `candidate ${candidates.length}`, configText: "" },
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
        help="Measurements of each candidate. Use at least 5 for meaningful intervals."
        value={replicates}
        onChange={(next) => onChange({ ...goal, replicates: next })}
      />
    </fieldset>
  );
}
