import { Link } from "@tanstack/react-router";
import type { LaunchProduct, Workload } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import type { LaunchForm } from "./form.ts";

interface DeploymentFieldsProps {
  readonly form: LaunchForm;
  readonly product: LaunchProduct;
  readonly serverName: string;
  readonly onChange: (form: LaunchForm) => void;
}

const NONE = "";

/** Which container of which Deployment, and how it is reached. */
export function DeploymentFields({ form, product, serverName, onChange }: DeploymentFieldsProps) {
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
  const names = (view?.workloads ?? [])
    .filter(({ owner, kind }: Workload) => owner === "Deployment" && kind === product)
    .map(({ namespace, name }) => `${namespace}/${name}`);
  const pick = (deployment: string) =>
    onChange({ ...form, contextId: context.id, deployment, container: NONE });
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
                onChange({ ...form, contextId: Number(id), deployment: NONE, container: NONE })
              }
            />
          )}
        </Field>
        <Field label="Deployment">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: NONE, label: listed(view === null, names.length) },
                ...names.map((name) => ({ value: name, label: name })),
              ]}
              value={names.includes(form.deployment) ? form.deployment : NONE}
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
          ? `${serverName} has to lead to this Deployment's pods and to no others.`
          : "A port-forward adds latency to base and candidates alike."}
      </p>
      {names.includes(form.deployment) && (
        <Container form={{ ...form, contextId: context.id }} onChange={onChange} />
      )}
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

function Container({ form, onChange }: Pick<DeploymentFieldsProps, "form" | "onChange">) {
  const [namespace = "", name = ""] = form.deployment.split("/");
  const { data, error } = useRequest("launches.deployment", {
    contextId: form.contextId ?? 0,
    namespace,
    name,
  });
  if (error) return <ErrorNotice title="Can't read the Deployment" error={error} />;
  if (!data) return <p className="text-muted">Reading the Deployment…</p>;
  const { containers, replicas, strategy } = data;
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
          {chosen.arguments.join(" ") || "No flags: the image's defaults."}
        </p>
      )}
      <p className="text-muted">
        {replicas === 1 ? "1 replica" : `${replicas} replicas`}, {strategy}.{" "}
        {strategy === "Recreate"
          ? "It doesn't serve while a candidate starts."
          : "A rollout starts new pods before it ends the former ones: it needs room for them, such as free GPUs."}{" "}
        Its clients are served by the candidates in the meantime. The original flags are restored at
        the end.
      </p>
    </>
  );
}
