import { useState } from "react";
import type { KubernetesContext, RequestResult } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { showError } from "../ui/toasts.tsx";

interface ContextChooserProps {
  readonly places: RequestResult<"kubernetes.known">["places"];
  readonly onOpened: () => void;
}

const FILE = "file";

/** Selects a kubeconfig and one of its contexts. */
export function ContextChooser({ places, onOpened }: ContextChooserProps) {
  const found = places.filter((each) => each.found);
  const [place, setPlace] = useState(found[0]?.path ?? FILE);
  const [written, setWritten] = useState("");
  const [file, setFile] = useState("");
  const path = place === FILE ? file : place;
  const isAsked = place !== FILE || file !== "";
  const { data, error, isFetching } = useRequest(
    "kubernetes.contexts",
    { path },
    { enabled: isAsked },
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {found.length > 0 && (
          <div className="flex flex-col gap-1">
            <span className="font-medium">Kubeconfig</span>
            <Segmented
              label="Kubeconfig"
              options={[
                ...found.map(({ path: value, label }) => ({ value, label })),
                { value: FILE, label: "A file" },
              ]}
              value={place}
              onPick={setPlace}
            />
          </div>
        )}
        {place === FILE && (
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              setFile(written.trim());
            }}
          >
            <Field label="Kubeconfig's path, on the console's machine">
              {(control) => (
                <TextInput
                  {...control}
                  className="w-96 font-mono"
                  placeholder="~/.kube/production"
                  spellCheck={false}
                  autoComplete="off"
                  value={written}
                  onChange={(event) => setWritten(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" disabled={written.trim() === ""}>
              Read
            </Button>
          </form>
        )}
      </div>
      {isAsked && error && (
        <Notice tone="bad" title="Can't use the kubeconfig">
          {error.message}
        </Notice>
      )}
      {isAsked && isFetching && !data && <p className="text-muted">Reading the kubeconfig…</p>}
      {isAsked && !error && data && <Contexts path={path} contexts={data} onOpened={onOpened} />}
      {!isAsked && (
        <Empty title="No kubeconfig found in the default locations">
          Looked for {places.map(({ label }) => label).join(" and ")}. Give the path of a kubeconfig
          above: the file that kubectl uses, or one that your cloud's tool wrote.
        </Empty>
      )}
    </div>
  );
}

interface ContextsProps {
  readonly path: string;
  readonly contexts: readonly KubernetesContext[];
  readonly onOpened: () => void;
}

function Contexts({ path, contexts, onOpened }: ContextsProps) {
  const open = useAction("kubernetes.open", ["kubernetes.known"]);
  const pick = ({ name, namespace }: KubernetesContext) =>
    open.mutate(
      { path, context: name, namespace },
      {
        onSuccess: onOpened,
        onError: (error) => showError(`Can't open ${name}.`, error),
      },
    );
  return (
    <DataTable
      caption="Contexts"
      columns={[
        { key: "name", head: "Context" },
        { key: "server", head: "API server" },
        { key: "signIn", head: "Signs in by" },
        { key: "namespace", head: "Namespace" },
        { key: "open", head: <span className="sr-only">Open</span>, numeric: true },
      ]}
      rows={contexts.map((context) => ({
        key: context.name,
        cells: [
          <span key="name" className="flex items-center gap-2">
            <span className="font-medium wrap-anywhere">{context.name}</span>
            {context.isCurrent && <Badge tone="accent">current</Badge>}
          </span>,
          <span key="server" className="font-mono text-xs wrap-anywhere">
            {context.server}
          </span>,
          context.signIn,
          context.namespace,
          <Button
            key="open"
            look={context.isCurrent ? "primary" : "secondary"}
            disabled={open.isPending}
            aria-label={`Open ${context.name}`}
            onClick={() => pick(context)}
          >
            Open
          </Button>,
        ],
      }))}
    />
  );
}
