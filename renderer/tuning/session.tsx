import { getRouteApi, Link } from "@tanstack/react-router";
import { FileText, RotateCcw } from "lucide-react";
import type { TuningSession } from "../../main/contract/index.ts";
import { formatLoad } from "../figures/experiment-text.ts";
import { formatMoment } from "../format/time.ts";
import { useHost } from "../host/context.tsx";
import { useAction, useRequest } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { saveFile } from "../ui/save-file.ts";
import { showError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { Decision } from "./decision.tsx";
import { Log } from "./log.tsx";
import { Measuring } from "./measuring.tsx";
import { Outcome } from "./outcome.tsx";
import { Proposals } from "./proposals.tsx";
import { Stages } from "./stages.tsx";
import { isOpen, sessionStates } from "./tuning-text.ts";

const route = getRouteApi("/tuning/$id");

export function TuningSessionPage() {
  const id = Number(route.useParams().id);
  const known = Number.isInteger(id);
  const { data, error } = useRequest("tuning.get", { id }, { enabled: known });
  const live = useTopic("tuning.state", known && data ? { id } : null);
  const session = live?.id === id ? live : data;
  if (session) return <Loaded key={id} session={session} />;
  return (
    <Page title="Tuning session">
      {error || !known ? (
        <ErrorNotice
          title="Can't read the session"
          error={error ?? new Error("This address is not a session.")}
        />
      ) : (
        <p className="text-muted">Loading the session…</p>
      )}
    </Page>
  );
}

function Loaded({ session }: { session: TuningSession }) {
  const { name, model, state, running, plan, problem, steps, createdAt } = session;
  const now = useNow(30_000);
  const { tone, words } = sessionStates[state];
  const last = steps.at(-1);
  return (
    <Page
      title={name}
      heading={
        <>
          {name}
          <Badge tone={tone}>{words}</Badge>
        </>
      }
      subtitle={
        <>
          <Link
            to="/models/$name"
            params={{ name: model }}
            className="text-accent underline underline-offset-2"
          >
            {model}
          </Link>
          {plan.objective && ` · p${plan.objective.percentile} ≤ ${plan.objective.boundMs} ms`} ·{" "}
          {formatLoad(plan)} · {session.replicates} repetitions of {plan.secondsPerStep} s · started{" "}
          {formatMoment(createdAt, now)}
        </>
      }
      actions={<Actions session={session} />}
    >
      <Stages session={session} />
      {problem && (
        <Notice tone="warn" title="The last measurement failed">
          {problem}
        </Notice>
      )}
      {running !== null && <Measuring session={session} running={running} />}
      {state === "deciding" && last && <Decision session={session} step={last} />}
      {state === "choosing" && <Proposals key={steps.length} session={session} />}
      {(steps.length > 0 || !isOpen(session)) && <Outcome session={session} />}
      <Log session={session} />
    </Page>
  );
}

function Actions({ session }: { session: TuningSession }) {
  const { client } = useHost();
  const again = useAction("tuning.baseline", ["tuning.get", "tuning.proposals"]);
  const report = (format: "html" | "markdown") =>
    client
      .request("tuning.report", { id: session.id, format })
      .then(saveFile)
      .catch((error: unknown) => showError("Can't write the report.", error));
  return (
    <>
      {session.state === "choosing" && (
        <Button
          disabled={again.isPending}
          data-hint="Measures the active configuration again, and continues from it if it was changed elsewhere."
          onClick={() =>
            again.mutate(
              { id: session.id },
              { onError: (error) => showError("Can't measure the baseline.", error) },
            )
          }
        >
          <RotateCcw aria-hidden="true" />
          Measure the baseline again
        </Button>
      )}
      <Button onClick={() => void report("html")} aria-label="Report as HTML">
        <FileText aria-hidden="true" />
        Report
      </Button>
      <Button onClick={() => void report("markdown")} aria-label="Report as Markdown">
        <FileText aria-hidden="true" />
        Markdown
      </Button>
    </>
  );
}
