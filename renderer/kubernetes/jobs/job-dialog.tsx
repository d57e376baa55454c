import { useState } from "react";
import {
  type ExperimentPlan,
  type ExperimentSummary,
  fitsJob,
  type JobDraft,
  type KnownContext,
  type Workload,
} from "../../../main/contract/index.ts";
import { useAction, useRequest } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { CopyableText } from "../../ui/copyable-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { showError, showSuccess } from "../../ui/toasts.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { JobFields } from "./job-fields.tsx";
import { firstJob, formLike, type JobForm, toJobDraft } from "./job-form.ts";
import { formatPlan } from "../../figures/experiment-text.ts";
import { Field, Select } from "../../ui/field.tsx";

interface JobDialogProps {
  readonly workload: Workload;
  readonly context: KnownContext;
  readonly onClose: () => void;
}

/** Measures a workload from inside its cluster: creates a manifest to apply by hand, or runs it if changes are allowed. */
export function JobDialog({ workload, context, onClose }: JobDialogProps) {
  const [form, setForm] = useState<JobForm>(() => firstJob(workload));
  const [chosen, setChosen] = useState<ChosenPlan | null>(null);
  const plan = chosen?.plan ?? null;
  const draft = toJobDraft(form, context.id, workload.key, plan);
  const shown = toJobDraft(useSettled(form), context.id, workload.key, plan);
  const choose = (next: ChosenPlan | null) => {
    setChosen(next);
    if (next) setForm(formLike(form, next.plan, workload));
  };
  const run = useAction("kubernetes.runJob");
  const start = () => {
    if (!draft) return;
    run.mutate(draft, {
      onSuccess: ({ name }) => {
        showSuccess("The job was created", `This page shows the progress of ${name}.`);
        onClose();
      },
      onError: (error) => showError("Can't create the job.", error),
    });
  };
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={`Run the lab as a Job: ${workload.name}`}
      description="Measures from inside the cluster, where no port-forward adds latency."
      actions={
        <>
          {!context.changesAllowed && (
            <p className="mr-auto self-center text-muted">
              Read-only: copy the manifest and apply it yourself, or allow changes to this cluster.
            </p>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            disabled={!draft || !context.changesAllowed || run.isPending}
            onClick={start}
          >
            Run in the cluster
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <JobPlan chosen={chosen} onChoose={choose} />
        <JobFields form={form} workload={workload} isPlanned={chosen !== null} onChange={setForm} />
        {shown && draft ? (
          <Manifest draft={shown} name={workload.name} />
        ) : (
          <p className="text-muted">Name the model and the image to see the manifest.</p>
        )}
      </div>
    </Dialog>
  );
}

function Manifest({ draft, name }: { draft: JobDraft; name: string }) {
  const { data, error } = useRequest("kubernetes.jobManifest", draft, { keepPrevious: true });
  if (error) return <ErrorNotice title="Can't write the manifest" error={error} />;
  if (!data) return <p className="text-muted">Writing the manifest…</p>;
  const save = () =>
    saveFile({
      fileName: `batchdeck-lab-${name}.yaml`,
      mediaType: "application/yaml",
      content: data.manifest,
    });
  return (
    <>
      <CopyableText title="Manifest" label="Manifest of the Job" text={data.manifest} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          Its result is in the log, as JSON between two lines. If you run the job from here, it is
          imported as an experiment. If you applied it yourself, save the part between the lines and
          import it under Experiments.
        </p>
        <Button onClick={save}>Save the manifest</Button>
      </div>
      <Fold title="The image" summary="how to build it">
        <Notice tone="accent" title="No image in a public registry">
          Build it from Batchdeck's sources with this Dockerfile, and push it to a registry that the
          cluster can pull from.
        </Notice>
        <CopyableText title="Dockerfile" label="Dockerfile of the image" text={data.dockerfile} />
      </Fold>
    </>
  );
}

interface ChosenPlan {
  readonly id: number;
  readonly plan: ExperimentPlan;
}

interface JobPlanProps {
  readonly chosen: ChosenPlan | null;
  readonly onChoose: (chosen: ChosenPlan | null) => void;
}

const TYPED = "";
const MOST = 100;

/** What is measured: the fields below, or the plan of an experiment. Lists only experiments that a Job can repeat. */
function JobPlan({ chosen, onChoose }: JobPlanProps) {
  const { data } = useRequest("lab.list", {});
  const offered = (data ?? []).filter(({ plan }) => fitsJob(plan)).slice(0, MOST);
  if (offered.length === 0) return null;
  const pick = (value: string) => {
    const found = offered.find(({ id }) => String(id) === value);
    onChoose(found ? { id: found.id, plan: found.plan } : null);
  };
  return (
    <Field
      label="Measure"
      help={chosen ? `${formatPlan(chosen.plan)}, with its inputs, warm-up and seed.` : undefined}
    >
      {(control) => (
        <Select
          {...control}
          options={[{ value: TYPED, label: "Settings below" }, ...offered.map(toOption)]}
          value={chosen ? String(chosen.id) : TYPED}
          onPick={pick}
        />
      )}
    </Field>
  );
}

function toOption({ id, name }: ExperimentSummary) {
  return { value: String(id), label: `The same as in experiment ${id}: ${name}` };
}
