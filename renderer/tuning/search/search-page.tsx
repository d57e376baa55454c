import { getRouteApi, Link } from "@tanstack/react-router";
import { FileText, Pause, Play, RotateCw, Square } from "lucide-react";
import { lazy, Suspense } from "react";
import {
  aimText,
  canConfirmAgain,
  canContinue,
  type TuningSearch,
} from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { useHost } from "../../host/context.tsx";
import { useAction, useRequest } from "../../host/requests.ts";
import { useTopic } from "../../host/topics.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { showError } from "../../ui/toasts.tsx";
import { useNow } from "../../ui/use-now.ts";
import { StageList } from "../stages.tsx";
import { Progress } from "./progress.tsx";
import { SearchResult } from "./search-result.tsx";
import { conclusions, hasOtherTraffic, isRunning, searchStates } from "./search-text.ts";
import { Trials } from "./trials.tsx";

const SearchMap = lazy(async () => ({ default: (await import("./search-map.tsx")).SearchMap }));

const route = getRouteApi("/tuning/search/$id");

export function TuningSearchPage() {
  const id = Number(route.useParams().id);
  const known = Number.isInteger(id);
  const { data, error } = useRequest("tuning.search.get", { id }, { enabled: known });
  const live = useTopic("tuning.search.state", known && data ? { id } : null);
  const search = live?.id === id ? live : data;
  if (search) return <Loaded key={id} search={search} />;
  return (
    <Page title="Search">
      {error || !known ? (
        <ErrorNotice
          title="Can't read the search"
          error={error ?? new Error("This address is not a search.")}
        />
      ) : (
        <p className="text-muted">Loading the search…</p>
      )}
    </Page>
  );
}

const STAGES = ["Goal", "Search", "Confirm", "Result"] as const;

function stageAt({ state, confirming }: TuningSearch): number {
  if (state === "preparing") return 0;
  if (confirming) return 2;
  return state === "calibrating" || state === "searching" || state === "paused" ? 1 : 3;
}

function Loaded({ search }: { search: TuningSearch }) {
  const { name, model, state, result, plan } = search;
  const { createdAt, measured, trials, minutes } = search;
  const now = useNow(30_000);
  const { tone, words } = result ? conclusions[result.conclusion] : searchStates[state];
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
          </Link>{" "}
          · {aimText(search)} ·{" "}
          {minutes === null ? `up to ${trials} measurements` : `${minutes} min of measurements`} of{" "}
          {plan.secondsPerStep} s · started {formatMoment(createdAt, now)}
        </>
      }
      actions={<Actions search={search} />}
    >
      <StageList stages={STAGES} now={stageAt(search)} />
      {isRunning(search) ? <Progress search={search} /> : <SearchResult search={search} />}
      <Suspense fallback={<p className="text-muted">Loading…</p>}>
        <SearchMap search={search} />
      </Suspense>
      {measured.length > 0 && <Trials search={search} />}
    </Page>
  );
}

function Actions({ search }: { search: TuningSearch }) {
  const { client } = useHost();
  const { id, state, pausing } = search;
  const pause = useAction("tuning.search.pause");
  const resume = useAction("tuning.search.resume", ["tuning.search.get", "tuning.searches"]);
  const stop = useAction("tuning.search.stop", ["tuning.search.get", "tuning.searches"]);
  const report = (format: "html" | "markdown") =>
    client
      .request("tuning.search.report", { id, format })
      .then(saveFile)
      .catch((error: unknown) => showError("Can't write the report.", error));
  const isPaused = state === "paused" || pausing;
  const isBrokenOff = canContinue(search);
  const isUnconfirmed = canConfirmAgain(search);
  const goOn = (withOtherTraffic: boolean) =>
    resume.mutate(
      { id, withOtherTraffic },
      {
        onError: (error) => {
          if (!hasOtherTraffic(error)) showError("Can't continue the search.", error);
        },
      },
    );
  return (
    <>
      {((isRunning(search) && isPaused) || isBrokenOff) && (
        <Button
          disabled={resume.isPending}
          onClick={() => goOn(false)}
          {...(isBrokenOff && {
            "data-hint": "Continues after the measurements so far; none of them is repeated.",
          })}
        >
          <Play aria-hidden="true" />
          {resume.isPending ? "Resuming…" : "Resume"}
        </Button>
      )}
      {isUnconfirmed && (
        <Button
          look="primary"
          disabled={resume.isPending}
          onClick={() => goOn(false)}
          data-hint="Measures the former and the best configuration again in pairs, and nothing else."
        >
          <RotateCw aria-hidden="true" />
          {resume.isPending ? "Starting…" : "Confirm again"}
        </Button>
      )}
      {isRunning(search) && state !== "preparing" && (
        <>
          {!isPaused && (
            <Button
              disabled={pause.isPending}
              data-hint="Pauses after the running measurement. The former configuration is active meanwhile, and other measurements can run."
              onClick={() =>
                pause.mutate(
                  { id },
                  { onError: (error) => showError("Can't pause the search.", error) },
                )
              }
            >
              <Pause aria-hidden="true" />
              Pause
            </Button>
          )}
          <Button
            disabled={stop.isPending}
            data-hint="Stops now and restores the former configuration. Measurements are kept."
            onClick={() =>
              stop.mutate(
                { id },
                { onError: (error) => showError("Can't stop the search.", error) },
              )
            }
          >
            <Square aria-hidden="true" />
            {stop.isPending ? "Stopping…" : "Stop"}
          </Button>
        </>
      )}
      <Confirm
        open={hasOtherTraffic(resume.error)}
        title="Measure although the server has other traffic?"
        verb="Measure"
        onConfirm={() => goOn(true)}
        onClose={() => resume.reset()}
      >
        {resume.error?.message}
      </Confirm>
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
