import { Link } from "@tanstack/react-router";
import type { Launch, LaunchResult } from "../../main/contract/index.ts";
import { Mismatches } from "../figures/comparison/mismatches.tsx";
import { formatMoment } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { AskFirst } from "../ui/ask-first.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Fold } from "../ui/fold.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { describeReady, figureCells, FIGURE_COLUMNS, shownLoad } from "./result-text.ts";

const STATES: Record<Launch["state"], { tone: Tone; label: string }> = {
  running: { tone: "accent", label: "running" },
  done: { tone: "good", label: "done" },
  stopped: { tone: "neutral", label: "stopped" },
  failed: { tone: "bad", label: "failed" },
  interrupted: { tone: "warn", label: "interrupted" },
};

const RESULT_STATES: Record<LaunchResult["state"], { tone: Tone; label: string }> = {
  waiting: { tone: "neutral", label: "waiting" },
  starting: { tone: "accent", label: "starting" },
  measuring: { tone: "accent", label: "measuring" },
  done: { tone: "good", label: "measured" },
  failed: { tone: "bad", label: "failed" },
  skipped: { tone: "neutral", label: "skipped" },
};

const linkClass = "text-accent underline underline-offset-2";

/** One comparison of launch flags, while it runs and afterwards. */
export function LaunchCard({ launch }: { launch: Launch }) {
  const now = useNow(60_000);
  const { id, state, reason, startedAt, results } = launch;
  const { tone, label } = STATES[state];
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Comparison {id} <Badge tone={tone}>{label}</Badge>
          <span className="font-normal text-muted">{formatMoment(startedAt, now)}</span>
        </span>
      }
      aside={<LaunchActions launch={launch} />}
    >
      <div className="flex flex-col gap-3 py-3">
        {reason !== "" && <p className="px-4">{reason}</p>}
        <Original launch={launch} />
        <ResultTable results={results} />
        <ul className="flex flex-col gap-3 px-4">
          {results.map((result) => (
            <li key={result.label} className="flex flex-col gap-2">
              <Result result={result} base={results[0]} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function LaunchActions({ launch: { id, state, plan, original } }: { launch: Launch }) {
  const stop = useAction("launches.stop");
  const remove = useAction("launches.remove");
  if (state === "running")
    return (
      <Button
        disabled={stop.isPending}
        onClick={() =>
          stop.mutate({ id }, { onError: (error) => showError("Can't stop it.", error) })
        }
      >
        {plan.place.kind === "process" ? "Stop" : "Stop and restore flags"}
      </Button>
    );
  if (original.state === "replaced") return null;
  return (
    <AskFirst
      title={`Remove comparison ${id}?`}
      consequence="Its logs and comparisons are removed. The experiments stay."
      verb="Remove"
      onConfirm={() =>
        remove.mutate({ id }, { onError: (error) => showError("Can't remove it.", error) })
      }
    >
      {(ask) => (
        <Button look="quiet" aria-label={`Remove comparison ${id}`} onClick={ask}>
          Remove
        </Button>
      )}
    </AskFirst>
  );
}

/** Whether the workload's flags are as before. */
function Original({ launch: { id, state, original } }: { launch: Launch }) {
  const restore = useAction("launches.restore");
  if (original.state === "untouched" || state === "running") return null;
  if (original.state === "restored")
    return <p className="px-4 text-muted">The original flags are back.</p>;
  return (
    <div className="px-4">
      <Notice
        tone={original.state === "lost" ? "warn" : "bad"}
        title={
          original.state === "lost"
            ? "The original flags were not restored"
            : "The original flags are not back yet"
        }
        actions={
          original.state === "replaced" && (
            <Button
              disabled={restore.isPending}
              onClick={() =>
                restore.mutate(
                  { id },
                  { onError: (error) => showError("Can't put the flags back.", error) },
                )
              }
            >
              Restore now
            </Button>
          )
        }
      >
        {original.reason}
      </Notice>
    </div>
  );
}

function ResultTable({ results }: { results: readonly LaunchResult[] }) {
  const load = shownLoad(results);
  return (
    <>
      {load !== "" && <p className="px-4 text-muted">Figures at {load}.</p>}
      <DataTable
        caption="Results"
        columns={[
          { key: "label", head: "Candidate" },
          { key: "state", head: "State" },
          { key: "ready", head: "Ready after", numeric: true },
          ...FIGURE_COLUMNS.map(({ figure, head }) => ({
            key: figure,
            head,
            numeric: true,
          })),
          { key: "experiment", head: "Experiment" },
        ]}
        rows={results.map((result) => {
          const { tone, label } = RESULT_STATES[result.state];
          return {
            key: result.label,
            cells: [
              <span key="label" className="wrap-anywhere font-mono text-xs">
                {result.label}
              </span>,
              <Badge key="state" tone={tone}>
                {label}
              </Badge>,
              describeReady(result),
              ...figureCells(result, results),
              result.experimentId === null ? (
                "–"
              ) : (
                <Link
                  key="experiment"
                  to="/experiments/$id"
                  params={{ id: String(result.experimentId) }}
                  className={linkClass}
                >
                  {result.experimentId}
                </Link>
              ),
            ],
          };
        })}
      />
    </>
  );
}

interface ResultProps {
  readonly result: LaunchResult;
  readonly base: LaunchResult | undefined;
}

function Result({ result, base }: ResultProps) {
  const { label, failure, comparison, comparisonProblem, experimentId, log } = result;
  const before = base?.experimentId ?? null;
  const isShown = failure || comparison || comparisonProblem !== "" || log.length > 0;
  if (!isShown) return null;
  return (
    <>
      <h3 className="wrap-anywhere font-mono text-xs">{label}</h3>
      {failure && (
        <Notice tone="bad" title={FAILURES[failure.kind]}>
          {failure.reason}
        </Notice>
      )}
      {comparison && (
        <>
          {comparison.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <Mismatches unlike={comparison.unlike} />
          {before !== null && experimentId !== null && (
            <Link
              to="/experiments/compare"
              search={{ before: { id: before }, after: { id: experimentId } }}
              className={linkClass}
            >
              Compare in detail
            </Link>
          )}
        </>
      )}
      {comparisonProblem !== "" && <p className="text-muted">{comparisonProblem}</p>}
      {log.length > 0 && (
        <Fold title="Log" summary={log.at(-1) ?? ""}>
          <pre
            tabIndex={0}
            role="region"
            aria-label={`Log of ${label}`}
            className="max-h-72 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
          >
            {log.join("\n")}
          </pre>
        </Fold>
      )}
    </>
  );
}

const FAILURES: Record<NonNullable<LaunchResult["failure"]>["kind"], string> = {
  memory: "Out of memory",
  flag: "Flags not accepted",
  port: "Port in use",
  model: "Model not loaded",
  program: "Not started",
  image: "Image not pulled",
  schedule: "Not scheduled",
  timeout: "Not ready in time",
  crash: "Crashed",
  measurement: "Not measured",
};
