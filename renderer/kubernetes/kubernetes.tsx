import { useState } from "react";
import { useRequest, useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { showError } from "../ui/toasts.tsx";
import { Cluster } from "./cluster.tsx";
import { ContextChooser } from "./context-chooser.tsx";
import { contextLabel } from "./kubernetes-text.ts";

/** Workloads in a Kubernetes cluster that serve models. */
export function Kubernetes() {
  const { data, error } = useRequest("kubernetes.known", {});
  const [choosing, setChoosing] = useState(false);
  const open = useAction("kubernetes.open", ["kubernetes.known"]);
  const known = data?.contexts ?? [];
  const [current] = known;
  const pick = (id: string) => {
    const context = known.find((each) => String(each.id) === id);
    if (!context) return;
    open.mutate(
      { path: context.path, context: context.context, namespace: context.namespace },
      { onError: (failure) => showError("Can't open the context.", failure) },
    );
  };
  return (
    <Page
      title="Kubernetes"
      subtitle="Model servers in your clusters, live. Batchdeck changes nothing there unless you allow it."
      actions={
        current && (
          <>
            {known.length > 1 && (
              <Select
                aria-label="Context"
                className="max-w-80"
                options={known.map((each) => ({
                  value: String(each.id),
                  label: contextLabel(each),
                }))}
                value={String(current.id)}
                onPick={pick}
              />
            )}
            <Button onClick={() => setChoosing(true)}>Another context</Button>
          </>
        )
      }
    >
      {error && <ErrorNotice title="Can't read the contexts" error={error} />}
      {data && !current && (
        <Card title="Open a cluster">
          <div className="px-4 py-3">
            <ContextChooser places={data.places} onOpened={() => {}} />
          </div>
        </Card>
      )}
      {current && <Cluster key={`${current.id} ${current.namespace}`} context={current} />}
      {choosing && data && (
        <Dialog open size="large" title="Open another cluster" onClose={() => setChoosing(false)}>
          <ContextChooser places={data.places} onOpened={() => setChoosing(false)} />
        </Dialog>
      )}
    </Page>
  );
}
