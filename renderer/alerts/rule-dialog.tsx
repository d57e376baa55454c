import { useState } from "react";
import type { AlertRule, AlertScope } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { useServers, useTopic } from "../host/topics.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Select, TextInput } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { showError } from "../ui/toasts.tsx";
import { toRuleForm, freshForm, type RuleForm, readRuleForm } from "./form.ts";
import { FigureFields, MetricFields, ModelField } from "./rule-fields.tsx";
import { RulePreview } from "./rule-preview.tsx";
import { ruleName, describeScope } from "./alert-text.ts";

const kinds = [
  { value: "figure", label: "Figure" },
  { value: "metric", label: "Exported metric" },
  { value: "lost", label: "Server lost" },
  { value: "notReady", label: "Model not ready" },
] as const;

/** Adds or edits a rule. */
export function RuleDialog({ edited, onClose }: { edited: AlertRule | null; onClose: () => void }) {
  const [form, setForm] = useState(() => (edited ? toRuleForm(edited, true) : freshForm()));
  const save = useAction("alerts.save", ["alerts.past"]);
  const { rule, errors } = readRuleForm(form);
  const change = (part: Partial<RuleForm>) => setForm((before) => ({ ...before, ...part }));
  const submit = () => {
    if (!rule) return;
    save.mutate(
      { id: edited?.id ?? null, rule },
      { onSuccess: onClose, onError: (error) => showError("Can't save the rule.", error) },
    );
  };
  return (
    <Dialog
      open
      size="medium"
      onClose={onClose}
      title={edited ? "Edit rule" : "New rule"}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!rule || save.isPending} onClick={submit}>
            {edited ? "Save" : "Add rule"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <Segmented
            label="Condition"
            options={kinds}
            value={form.kind}
            onPick={(kind) => change({ kind })}
          />
        </div>
        <div className="grid grid-cols-2 gap-4">
          {form.kind === "figure" && <FigureFields form={form} errors={errors} change={change} />}
          {form.kind === "metric" && <MetricFields form={form} errors={errors} change={change} />}
          {form.kind === "notReady" && (
            <ModelField form={form} change={change} help="Empty: every model of the server." />
          )}
          <Field
            label="Duration, s"
            help="How long the condition must hold without interruption, in seconds. Default 0: alerts immediately."
            error={errors.forSeconds ?? null}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                value={form.forSeconds}
                onChange={(event) => change({ forSeconds: event.target.value })}
              />
            )}
          </Field>
          <ScopeField scope={form.scope} onPick={(scope) => change({ scope })} />
          <Field label="Severity">
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: "warning", label: "Warning" },
                  { value: "error", label: "Error" },
                ]}
                value={form.severity}
                onPick={(severity) => change({ severity: severity as RuleForm["severity"] })}
              />
            )}
          </Field>
          <Field label="Name" help="Empty: the rule's own text.">
            {(control) => (
              <TextInput
                {...control}
                maxLength={100}
                placeholder={rule ? ruleName(rule) : ""}
                value={form.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        </div>
        <RulePreview rule={rule} />
      </div>
    </Dialog>
  );
}

function ScopeField({ scope, onPick }: { scope: AlertScope; onPick: (next: AlertScope) => void }) {
  const servers = useServers() ?? [];
  const fleets = useTopic("fleets.list", {}) ?? [];
  const scopes: AlertScope[] = [
    { kind: "all" },
    ...servers.map(({ id }) => ({ kind: "servers" as const, ids: [id] })),
    ...fleets.flatMap(({ id }) => [
      { kind: "fleet" as const, id },
      { kind: "whole" as const, id },
    ]),
  ];
  const value = JSON.stringify(scope);
  if (!scopes.some((each) => JSON.stringify(each) === value)) scopes.push(scope);
  return (
    <Field
      label="Where"
      help="Each server and replica separately; a fleet as a whole by its totals."
    >
      {(control) => (
        <Select
          {...control}
          options={scopes.map((each) => ({
            value: JSON.stringify(each),
            label: describeScope(each, servers, fleets),
          }))}
          value={value}
          onPick={(picked) => onPick(JSON.parse(picked) as AlertScope)}
        />
      )}
    </Field>
  );
}
