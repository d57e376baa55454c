import { useState } from "react";
import type { Launch, LaunchProduct, ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { CandidateFields } from "./candidate-fields.tsx";
import { WorkloadFields } from "./workload-fields.tsx";
import { commandExample, firstForm, isReadySeconds, type LaunchForm, toPlan } from "./form.ts";
import { LoadFields, useLaunchLoad } from "./load-fields.tsx";
import { ReviewDialog } from "./review-dialog.tsx";

interface NewLaunchProps {
  readonly server: ServerStatus;
  readonly product: LaunchProduct;
  readonly models: readonly string[];
  /** The last comparison, which the form begins like. */
  readonly last: Launch | undefined;
  readonly isBusy: boolean;
}

/** A comparison of launch flags: where, which candidates, under which load. */
export function NewLaunch({ server, product, models, last, isBusy }: NewLaunchProps) {
  const [form, setForm] = useState<LaunchForm>(() => firstForm(last));
  const load = useLaunchLoad(server.id, models);
  const [isReviewing, setReviewing] = useState(false);
  const { data: known, error } = useRequest("launches.flags", { product });
  const plan = toPlan(form, product, load.plan, server.id);
  return (
    <Card title="Compare launch flags">
      <div className="flex flex-col gap-5 px-4 py-3">
        <p className="text-muted">
          Flags take effect when the server starts. The base and each candidate are started,
          measured with the same load once they are ready, and compared. A candidate that crashes or
          doesn't get ready is a result, with its log.
        </p>
        <section aria-label="Base" className="flex flex-col items-start gap-3">
          <h3 className="font-medium">Base</h3>
          <Segmented
            label="Where it runs"
            options={[
              { value: "process", label: "This machine" },
              { value: "deployment", label: "Kubernetes" },
            ]}
            value={form.kind}
            onPick={(kind) => setForm({ ...form, kind })}
          />
          {form.kind === "process" ? (
            <Command form={form} product={product} onChange={setForm} />
          ) : (
            <WorkloadFields
              form={form}
              product={product}
              serverName={server.name}
              onChange={setForm}
            />
          )}
        </section>
        <section aria-label="Candidate flags" className="flex flex-col gap-3">
          <h3 className="font-medium">Candidates</h3>
          {error && <ErrorNotice title="Can't read the known flags" error={error} />}
          {known && (
            <CandidateFields
              flags={known.flags}
              source={known.source}
              candidates={form.candidates}
              onChange={(candidates) => setForm({ ...form, candidates })}
            />
          )}
        </section>
        <section aria-label="Measurement" className="flex flex-col gap-3">
          <h3 className="font-medium">Measurement</h3>
          <LoadFields load={load} />
          <NumberInput
            label="Ready within"
            unit="s"
            value={form.readySeconds}
            error={isReadySeconds(form.readySeconds) ? undefined : "From 5 to 7200."}
            onChange={(readySeconds) => setForm({ ...form, readySeconds })}
          />
        </section>
        <div className="flex items-center gap-3">
          <Button look="primary" disabled={!plan || isBusy} onClick={() => setReviewing(true)}>
            Review
          </Button>
          {isBusy && <span className="text-muted">A comparison is running.</span>}
        </div>
      </div>
      {isReviewing && plan && (
        <ReviewDialog
          serverId={server.id}
          plan={plan}
          onClose={() => setReviewing(false)}
          onStarted={() => {
            setReviewing(false);
            setForm({ ...form, candidates: [] });
          }}
        />
      )}
    </Card>
  );
}

interface CommandProps {
  readonly form: LaunchForm;
  readonly product: LaunchProduct;
  readonly onChange: (form: LaunchForm) => void;
}

function Command({ form, product, onChange }: CommandProps) {
  return (
    <Field
      label="Command"
      className="w-full"
      help="Split as a shell splits it, and started without one. The console sets address and port. A server that uses the same GPUs has to be ended first."
    >
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={20_000}
          spellCheck={false}
          autoComplete="off"
          placeholder={commandExample(product)}
          value={form.command}
          onChange={(event) => onChange({ ...form, command: event.target.value })}
          className="w-full resize-y rounded-md border border-line-strong bg-sunken px-3 py-2 font-mono text-xs"
        />
      )}
    </Field>
  );
}
