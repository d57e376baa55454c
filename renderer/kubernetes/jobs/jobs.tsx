import { Link } from "@tanstack/react-router";
import type { KnownContext, LabJob } from "../../../main/contract/index.ts";
import { useAction } from "../../host/requests.ts";
import { useTopic } from "../../host/topics.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { showError } from "../../ui/toasts.tsx";

const states: Record<LabJob["state"], { tone: Tone; label: string }> = {
  waiting: { tone: "accent", label: "waiting" },
  running: { tone: "accent", label: "running" },
  done: { tone: "good", label: "done" },
  failed: { tone: "bad", label: "failed" },
  deleted: { tone: "neutral", label: "deleted" },
};

/** Measurement jobs that were started here. */
export function Jobs({ context }: { context: KnownContext }) {
  const jobs = useTopic("kubernetes.jobs", { id: context.id });
  if (!jobs || jobs.length === 0) return null;
  return (
    <Card title="Lab jobs">
      <ul className="divide-y divide-line">
        {jobs.map((job) => (
          <li key={job.name} className="flex flex-col gap-2 px-4 py-3">
            <JobRow job={job} context={context} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function JobRow({ job, context }: { job: LabJob; context: KnownContext }) {
  const remove = useAction("kubernetes.deleteJob");
  const { tone, label } = states[job.state];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-xs">{job.name}</span>
          <Badge tone={tone}>{label}</Badge>
          <span className="wrap-anywhere">
            {job.model}: {job.words}
          </span>
        </div>
        <div className="flex gap-2">
          {job.experiment !== null && (
            <Link
              to="/experiments/$id"
              params={{ id: String(job.experiment) }}
              className={buttonClass("primary")}
            >
              Open experiment
            </Link>
          )}
          {job.state !== "deleted" && (
            <AskFirst
              title={`Delete job ${job.name} from ${context.context}?`}
              consequence={
                job.state === "running" || job.state === "waiting"
                  ? "The job, its pod and its ConfigMap are deleted from the cluster. Its measurement ends without a result."
                  : "The job, its pod and its ConfigMap are deleted from the cluster. An experiment imported from it stays."
              }
              verb="Delete job"
              onConfirm={() =>
                remove.mutate(
                  { id: context.id, namespace: job.namespace, name: job.name },
                  { onError: (error) => showError(`Can't delete job ${job.name}`, error) },
                )
              }
            >
              {(ask) => (
                <Button
                  look="danger"
                  aria-label={`Delete job ${job.name}`}
                  disabled={remove.isPending || !context.changesAllowed}
                  onClick={ask}
                >
                  Delete
                </Button>
              )}
            </AskFirst>
          )}
        </div>
      </div>
      {job.log.length > 0 && (
        <Fold title="Log" summary={job.log.at(-1) ?? ""}>
          <pre
            tabIndex={0}
            role="region"
            aria-label={`Log of ${job.name}`}
            className="max-h-72 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
          >
            {job.log.join("\n")}
          </pre>
        </Fold>
      )}
    </>
  );
}
