import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { DeployFile, DeployNote } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServer } from "../host/topics.ts";
import { Card } from "../ui/card.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { findErrors, firstPlan } from "./first-plan.ts";
import { PlanForm } from "./plan-form.tsx";
import { WriteFolder } from "./write-folder.tsx";
import { cx } from "../ui/classes.ts";
import { CopyButton } from "../ui/copy-button.tsx";

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
          <Card
            title="Files"
            aside={<span className="text-muted">in addition to the model repository</span>}
          >
            <FileView files={preview.data.files} />
          </Card>
        )}
      </div>
    </div>
  );
}

interface ModelChoiceProps {
  readonly serverId: string;
  readonly chosen: readonly string[];
  readonly onChange: (models: string[]) => void;
}

/** The models to deploy; an ensemble's models are included. */
function ModelChoice({ serverId, chosen, onChange }: ModelChoiceProps) {
  const models = useOverview(serverId)?.models ?? [];
  return (
    <fieldset className="px-4 py-3">
      <legend className="sr-only">Models</legend>
      <div className="flex max-h-40 flex-wrap gap-x-5 gap-y-1.5 overflow-auto">
        {models.map(({ name }) => (
          <label key={name} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                )
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The files to be written, with one open. */
function FileView({ files }: { files: readonly DeployFile[] }) {
  const [open, setOpen] = useState("kubernetes/deployment.yaml");
  const shown = files.find(({ path }) => path === open) ?? files[0];
  if (!shown) return null;
  return (
    <div className="@container">
      <div className="grid min-h-0 grid-cols-1 @2xl:grid-cols-[auto_minmax(0,1fr)]">
        <ul className="border-line p-2 max-@2xl:border-b @2xl:border-r" aria-label="Files">
          {files.map(({ path }) => (
            <li key={path}>
              <button
                type="button"
                aria-current={path === shown.path}
                onClick={() => setOpen(path)}
                className={cx(
                  "w-full whitespace-nowrap rounded-md px-2 py-1 text-left font-mono text-xs hover:bg-hover",
                  path === shown.path && "bg-accent-soft text-accent",
                )}
              >
                {path}
              </button>
            </li>
          ))}
        </ul>
        <div className="flex min-w-0 flex-col">
          <div className="flex items-center justify-between gap-3 border-line border-b px-4 py-1.5">
            <h3 className="truncate font-mono text-xs">{shown.path}</h3>
            <CopyButton name={`Copy ${shown.path}`} text={shown.text} />
          </div>
          <pre
            // Focusable, since it scrolls.
            tabIndex={0}
            role="region"
            aria-label={shown.path}
            className="h-[36rem] overflow-auto px-4 py-2 font-mono text-xs"
          >
            {shown.text}
          </pre>
        </div>
      </div>
    </div>
  );
}
