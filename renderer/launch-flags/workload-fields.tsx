import { Link } from "@tanstack/react-router";
import type { LaunchContainer, LaunchProduct } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { MissingRights } from "./missing-rights.tsx";
import { chosenWorkload, type LaunchForm, workloadChoices } from "./form.ts";

interface WorkloadFieldsProps {
  readonly form: LaunchForm;
  readonly product: LaunchProduct;
  readonly serverName: string;
  readonly onChange: (form: LaunchForm) => void;
}

const NONE = "";
type Owner = NonNullable<ReturnType<typeof chosenWorkload>>["owner"];

/** Which container of which workload, and how it is reached. */
export function WorkloadFields({ form, product, serverName, onChange }: WorkloadFieldsProps) {
  const { data, error } = useRequest("kubernetes.known", {});
  const contexts = data?.contexts ?? [];
  const context = contexts.find(({ id }) => id === form.contextId) ?? contexts[0];
  const view = useTopic(
    "kubernetes.view",
    context ? { id: context.id, namespace: context.namespace } : null,
  );
  if (error) return <ErrorNotice title="Can't read the contexts" error={error} />;
  if (!data) return <p className="text-muted">Reading the contexts…</p>;
  if (!context)
    return (
      <p>
        No cluster is open.{" "}
        <Link to="/kubernetes" className="text-accent underline underline-offset-2">
          Open one under Kubernetes
        </Link>
        .
      </p>
    );
  const choices = workloadChoices(view?.workloads ?? [], product);
  const isListed = choices.some(({ value }) => value === form.workload);
  const pick = (workload: string) =>
    onChange({ ...form, contextId: context.id, workload, container: NONE });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Context">
          {(control) => (
            <Select
              {...control}
              options={contexts.map(({ id, context: label }) => ({ value: String(id), label }))}
              value={String(context.id)}
              onPick={(id) =>
                onChange({ ...form, contextId: Number(id), workload: NONE, container: NONE })
              }
            />
          )}
        </Field>
        <Field label="Workload">
          {(control) => (
            <Select
              {...control}
              options={[{ value: NONE, label: listed(view === null, choices.length) }, ...choices]}
              value={isListed ? form.workload : NONE}
              onPick={pick}
            />
          )}
        </Field>
        <Field label="Measured through">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "pod", label: "a port-forward to one pod" },
                { value: "server", label: `${serverName}, as connected` },
              ]}
              value={form.throughServer ? "server" : "pod"}
              onPick={(value) => onChange({ ...form, throughServer: value === "server" })}
            />
          )}
        </Field>
      </div>
      <p className="text-muted">
        {form.throughServer
          ? `${serverName} has to lead to this workload's pods and to no others.`
          : "A port-forward adds latency to base and candidates alike."}
      </p>
      {isListed && <Container form={{ ...form, contextId: context.id }} onChange={onChange} />}
      {!context.changesAllowed && (
        <Notice tone="warn" title="Changes to this cluster are not allowed">
          Allow them on the Kubernetes page before you start. Until then only the patches are shown.
        </Notice>
      )}
    </div>
  );
}

function listed(isLoading: boolean, count: number): string {
  if (isLoading) return "Reading the cluster…";
  return count === 0 ? "None found in this namespace" : "Choose…";
}

function Container({ form, onChange }: Pick<WorkloadFieldsProps, "form" | "onChange">) {
  const { owner, namespace, name } = chosenWorkload(form) ?? NO_WORKLOAD;
  const { data, error } = useRequest("launches.workload", {
    contextId: form.contextId ?? 0,
    owner,
    namespace,
    name,
  });
  if (error) return <ErrorNotice title={`Can't read the ${owner}`} error={error} />;
  if (!data) return <p className="text-muted">Reading the {owner}…</p>;
  const { containers, replicas, strategy, missingRights } = data;
  const chosen = containers.find(({ container }) => container === form.container);
  return (
    <>
      <Field label="Container" className="w-64">
        {(control) => (
          <Select
            {...control}
            options={[
              { value: NONE, label: "Choose…" },
              ...containers.map(({ container }) => ({ value: container, label: container })),
            ]}
            value={chosen?.container ?? NONE}
            onPick={(container) => onChange({ ...form, container })}
          />
        )}
      </Field>
      {chosen?.problem && (
        <Notice tone="bad" title="The flags of this container can't be changed">
          {chosen.problem}
        </Notice>
      )}
      {chosen && chosen.problem === null && (
        <p className="wrap-anywhere font-mono text-xs">
          {chosen.arguments.join(" ") || noFlags(owner)}
        </p>
      )}
      {chosen && chosen.environment.length > 0 && (
        <p className="wrap-anywhere text-xs">
          Variables:{" "}
          <span className="font-mono">{chosen.environment.map(describeVariable).join(", ")}</span>
        </p>
      )}
      {chosen && chosen.environmentSources.length > 0 && (
        <p className="wrap-anywhere text-xs">
          More variables from {chosen.environmentSources.join(", ")}
        </p>
      )}
      <p className="text-muted">
        {replicas === 1 ? "1 replica" : `${replicas} replicas`}, {strategy}.{" "}
        {describeRollout(owner, strategy)} Its clients are served by the candidates in the meantime.
        The original flags are restored at the end.
      </p>
      <MissingRights rights={missingRights} namespace={namespace} />
    </>
  );
}

/** "CUDA_VISIBLE_DEVICES=0", "HF_TOKEN (from a Secret)" */
function describeVariable({ name, value, source }: LaunchContainer["environment"][number]): string {
  return value === null ? `${name} (from ${source})` : `${name}=${value}`;
}

const NO_WORKLOAD = { owner: "Deployment", namespace: "", name: "" } as const;

function noFlags(owner: Owner): string {
  if (owner === "InferenceService") return "No flags: those of the serving runtime alone.";
  if (owner === "LLMInferenceService") return "No flags: those of KServe's presets alone.";
  return "No flags: the image's defaults.";
}

const FLAGS_BEFORE: Partial<Record<Owner, string>> = {
  InferenceService: "The serving runtime's flags come before these. ",
  LLMInferenceService: "The flags of KServe's presets come before these. ",
};

/** What happens to its clients while a candidate starts. */
function describeRollout(owner: Owner, strategy: string): string {
  if (strategy === "Recreate") return "It doesn't serve while a candidate starts.";
  if (owner === "StatefulSet")
    return "A StatefulSet ends each pod before it starts its replacement, so with one replica it doesn't serve while a candidate starts. Pods of a candidate that doesn't get ready are deleted.";
  return `${FLAGS_BEFORE[owner] ?? ""}A rollout starts new pods before it ends the former ones: it needs room for them, such as free GPUs.`;
}
