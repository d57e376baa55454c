import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { DeployNote } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServer } from "../host/topics.ts";
import { Card } from "../ui/card.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { FileView } from "./file-view.tsx";
import { findErrors, firstPlan } from "./first-plan.ts";
import { ModelChoice } from "./model-choice.tsx";
import { PlanForm } from "./plan-form.tsx";
import { WriteFolder } from "./write-folder.tsx";

/** Creates a deployment of tuned models in a cluster. */
export function DeployPage() {
  const server = useServer();
  return (
    <Page
      title="Deploy to a cluster"
      subtitle="Models with their active configurations, and Kubernetes manifests that run, scale, monitor and alert on them. Nothing is sent anywhere: files are written for you to apply."
    >
      {server?.capabilities.includes("configuration") ? (
        <Deploy key={server.id} serverId={server.id} />
      ) : (
        <Notice tone="accent" title="Choose a server with Triton's configurations">
          {server
            ? `${server.name} reports none${server.state === "live" ? "" : ` while it is ${server.state}`}. Configurations are taken from the embedded engine or a Triton server.`
            : "No server is known yet."}
        </Notice>
      )}
    </Page>
  );
}

function Notes({ notes }: { notes: readonly DeployNote[] }) {
  if (notes.length === 0) return null;
  const warns = notes.some(({ severity }) => severity === "warning");
  return (
    <Notice tone={warns ? "warn" : "accent"} title="Before you deploy">
      <ul className="list-disc pl-4">
        {notes.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Deploy({ serverId }: { serverId: string }) {
  const { models = [], namespace } = useSearch({ from: "/deploy" });
  const [chosen, setPlan] = useState(() => firstPlan(serverId, models, namespace));
  const [cacheMiB, setCacheMiB] = useState<number | null>(null);
  const served = useOverview(serverId)?.cache?.capacityBytes;
  const measured = served === undefined ? chosen.cacheMiB : Math.ceil(served / 2 ** 20);
  const plan = useMemo(
    () => ({ ...chosen, cacheMiB: cacheMiB ?? measured }),
    [chosen, cacheMiB, measured],
  );
  const errors = findErrors(plan);
  const wrong = Object.keys(errors).length > 0;
  const settled = useSettled(plan);
  const ready = !wrong && Object.keys(findErrors(settled)).length === 0;
  const preview = useRequest("deploy.preview", settled, { enabled: ready, keepPrevious: true });
  const obstacle =
    plan.models.length === 0 ? "Choose a model." : wrong ? "Fix the marked fields first." : null;
  return (
    <div className="grid grid-cols-[minmax(22rem,28rem)_minmax(0,1fr)] items-start gap-4">
      <div className="flex flex-col gap-4">
        <Card title="Models">
          <ModelChoice
            serverId={serverId}
            chosen={plan.models}
            onChange={(taken) => setPlan({ ...chosen, models: taken })}
          />
        </Card>
        <Card title="In the cluster">
          <PlanForm
            plan={plan}
            errors={errors}
            onChange={({ cacheMiB: size, ...change }) => {
              if (size !== undefined) setCacheMiB(size);
              setPlan({ ...chosen, ...change });
            }}
          />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {preview.error && ready && (
          <ErrorNotice title="The files could not be made" error={preview.error} />
        )}
        {ready && preview.data && <Notes notes={preview.data.notes} />}
        <Card title="Write">
          <WriteFolder plan={plan} obstacle={obstacle} />
        </Card>
        {preview.data && !obstacle && (
          <Card title="Files" aside={<span className="text-muted">next to the models'</span>}>
            <FileView files={preview.data.files} />
          </Card>
        )}
      </div>
    </div>
  );
}
