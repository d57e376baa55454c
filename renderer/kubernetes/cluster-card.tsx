import { Link } from "@tanstack/react-router";
import type { ClusterView, KnownContext } from "../../main/contract/index.ts";
import { NextTry } from "../host/next-try.tsx";
import { useAction, useRequest } from "../host/requests.ts";
import { Dot } from "../ui/badge.tsx";
import { AskFirst } from "../ui/ask-first.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";
import { describeClusterState, describeCluster } from "./kubernetes-text.ts";
import { useState } from "react";
import { Confirm } from "../ui/confirm.tsx";
import { StatusError } from "../../base/status-error.ts";
import { Field, Select, TextInput } from "../ui/field.tsx";

/** A cluster's name, state and permissions. */
export function ClusterCard({ context, view }: { context: KnownContext; view: ClusterView }) {
  const { tone, words } = describeClusterState(view);
  const forget = useAction("kubernetes.forget", ["kubernetes.known"]);
  const tryNow = useAction("kubernetes.tryNow", ["kubernetes.namespaces"]);
  const answers = view.state === "live" || view.state === "connecting";
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{context.context}</span>
          <span className="flex items-center gap-2 font-normal text-sm">
            <Dot tone={tone} pulse={view.state === "connecting"} /> {words}
          </span>
        </span>
      }
      aside={
        <span className="flex items-center gap-2">
          <Link
            to="/deploy"
            search={context.namespace === "" ? {} : { namespace: context.namespace }}
            className={buttonClass()}
          >
            Deploy a tuned model here
          </Link>
          <AskFirst
            title={`Remove ${context.context} from Batchdeck?`}
            consequence="Removes it and its permission for changes from this list. The cluster and the kubeconfig don't change."
            verb="Remove cluster"
            onConfirm={() =>
              forget.mutate(
                { id: context.id },
                { onError: (error) => showError(`Can't remove ${context.context}`, error) },
              )
            }
          >
            {(ask) => (
              <Button look="quiet" aria-label={`Remove ${context.context}`} onClick={ask}>
                Remove
              </Button>
            )}
          </AskFirst>
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        {!answers && (
          <Notice
            tone={view.state === "refused" ? "bad" : "warn"}
            title={
              view.state === "refused"
                ? "Can't read the cluster"
                : "The cluster doesn't respond; this data may be out of date"
            }
            actions={
              <Button disabled={tryNow.isPending} onClick={() => tryNow.mutate({ id: context.id })}>
                Try now
              </Button>
            }
          >
            {view.reason} <NextTry at={view.nextTry} />
          </Notice>
        )}
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <NamespaceChoice context={context} />
          <Permission context={context} />
        </div>
        <p className="text-muted">
          {view.server && <span className="font-mono text-xs">{view.server}</span>}
          {view.server && view.state === "live" && " · "}
          {view.state === "live" && describeCluster(view, context.namespace)}
        </p>
      </div>
    </Card>
  );
}

/** Whether this console may change the cluster, and what that means. */
function Permission({ context }: { context: KnownContext }) {
  const { id, changesAllowed } = context;
  const [asked, setAsked] = useState(false);
  const allow = useAction("kubernetes.allowChanges", ["kubernetes.known"]);
  const set = (allowed: boolean) =>
    allow.mutate(
      { id, allowed },
      { onError: (error) => showError("Can't change the permission.", error) },
    );
  return (
    <div className="flex max-w-xl flex-col gap-0.5">
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          role="switch"
          checked={changesAllowed}
          disabled={allow.isPending}
          onChange={(event) => (event.target.checked ? setAsked(true) : set(false))}
        />
        Allow changes to this cluster
      </label>
      <p className="text-muted text-xs">
        {changesAllowed
          ? "Batchdeck may run the lab as a Job and delete those Jobs. It writes nothing else."
          : "Read-only: Batchdeck lists, watches, reads logs and forwards ports, and writes nothing."}
      </p>
      <Confirm
        open={asked}
        title={`Allow changes to ${context.context}?`}
        verb="Allow changes"
        onConfirm={() => set(true)}
        onClose={() => setAsked(false)}
      >
        Batchdeck may then create lab Jobs with their ConfigMaps in this cluster and delete those
        that it created, each time you ask for it. Stays on for this context until you turn it off.
      </Confirm>
    </div>
  );
}

/** Selects a namespace, with a text field if listing them isn't allowed. */
function NamespaceChoice({ context }: { context: KnownContext }) {
  const { id, path, namespace } = context;
  const [typed, setTyped] = useState(namespace);
  const { data, error } = useRequest("kubernetes.namespaces", { id });
  const open = useAction("kubernetes.open", ["kubernetes.known"]);
  const pick = (next: string) =>
    open.mutate(
      { path, context: context.context, namespace: next },
      { onError: (failure) => showError(`Can't use the namespace '${next}'.`, failure) },
    );
  // Other errors mean that the cluster doesn't answer, which the card shows.
  if (error && StatusError.from(error).code === "PERMISSION_DENIED")
    return (
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          pick(typed.trim());
        }}
      >
        <Field
          label="Namespace"
          className="w-60"
          help="Namespaces can't be listed here. Empty: all of them."
        >
          {(control) => (
            <TextInput
              {...control}
              className="w-60"
              spellCheck={false}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="mt-[1.375rem]" disabled={typed.trim() === namespace}>
          Open
        </Button>
      </form>
    );
  const names = [...new Set([...(data ?? []), ...(namespace ? [namespace] : [])])].sort();
  return (
    <Field label="Namespace">
      {(control) => (
        <Select
          {...control}
          className="w-60"
          options={[
            { value: "", label: "All namespaces" },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
          value={namespace}
          onPick={pick}
        />
      )}
    </Field>
  );
}
