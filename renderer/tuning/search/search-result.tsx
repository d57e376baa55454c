import { Link } from "@tanstack/react-router";
import { Check, Download, FilePen, Rocket } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import {
  confirmationText,
  describeSearchResult,
  parseFleetServerId,
  type SearchConfirmation,
  type SearchOutcome,
  settingsText,
  type TuningSearch,
} from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { useStoreTarget } from "../../host/config-target.tsx";
import { useAction } from "../../host/requests.ts";
import type { Tone } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { conclusions } from "./search-text.ts";

const TextDiff = lazy(async () => ({
  default: (await import("../../ui/pbtxt/text-diff.tsx")).TextDiff,
}));

/** The search's result, its certainty, and the actions for it. */
export function SearchResult({ search }: { search: TuningSearch }) {
  const { result, problem, state, foundConfig, baselineConfig, measured } = search;
  const { title, text } = describeSearchResult(search);
  const confirmation = result?.confirmation ?? null;
  const isConfirmed = result?.conclusion === "confirmed";
  const invalid = measured.filter((trial) => trial.outcome !== null && trial.problem !== null);
  return (
    <>
      <Notice tone={toneFor(search)} title={title}>
        {text}
      </Notice>
      {invalid.length > 0 && (
        <Notice
          tone={isConfirmed ? "accent" : "warn"}
          title={`${invalid.length} of ${measured.length} measurements ${invalid.length === 1 ? "is" : "are"} invalid`}
        >
          {invalid[0]?.problem} Invalid measurements count less in the search.{" "}
          {isConfirmed
            ? "The result rests on the confirmation, which measured both configurations again."
            : "Search again on a quiet machine before you rely on the result."}
        </Notice>
      )}
      {problem !== null && state === "finished" && (
        <Notice tone="warn" title="A problem at the end">
          {problem}
        </Notice>
      )}
      {(foundConfig !== null || confirmation) && (
        <Card title="Result">
          <div className="flex flex-col gap-4 py-4">
            {confirmation && <ConfirmationTable search={search} confirmation={confirmation} />}
            {foundConfig !== null && (
              <div className="flex flex-col gap-3 px-4">
                <Suspense fallback={<p className="text-muted">Loading…</p>}>
                  <TextDiff
                    before={baselineConfig}
                    after={foundConfig}
                    labels={["Former", "Best"]}
                  />
                </Suspense>
                <ResultActions search={search} text={foundConfig} />
              </div>
            )}
          </div>
        </Card>
      )}
    </>
  );
}

function toneFor({ result, state }: TuningSearch): Exclude<Tone, "neutral"> {
  if (!result) return state === "failed" ? "bad" : "accent";
  const { tone } = conclusions[result.conclusion];
  return tone === "neutral" ? "accent" : tone;
}

function ConfirmationTable(props: { search: TuningSearch; confirmation: SearchConfirmation }) {
  const { goal, pairs, baseline, result } = props.search;
  const { confirmation } = props;
  const { runnerUp } = confirmation;
  const best = result?.found.point.settings;
  const row = (key: string, name: string, settings: string, outcome: SearchOutcome) => ({
    key,
    cells: [name, settings, formatCount(outcome.throughput), formatDuration(outcome.p99Ms)],
  });
  return (
    <>
      <DataTable
        caption="Confirmation"
        columns={[
          { key: "name", head: "Side" },
          { key: "settings", head: "Configuration" },
          { key: "throughput", head: "Requests/s", numeric: true },
          { key: "p99", head: "p99", numeric: true },
        ]}
        rows={[
          row("former", "Former", settingsText(baseline), confirmation.baseline),
          row("best", "Best", best ? settingsText(best) : "", confirmation.winner),
          ...(runnerUp
            ? [
                row(
                  "second",
                  "Second best",
                  settingsText(runnerUp.point.settings),
                  runnerUp.outcome,
                ),
              ]
            : []),
        ]}
      />
      <p className="px-4">
        {confirmationText(goal, confirmation)} Means of {pairs} pairs, measured in turn, each at its
        best load.
      </p>
    </>
  );
}

function ResultActions({ search, text }: { search: TuningSearch; text: string }) {
  const { id, model, serverId, result, applied } = search;
  const fleet = parseFleetServerId(serverId)?.fleet ?? null;
  const apply = useAction("tuning.search.apply", ["tuning.search.get", "configs.get"]);
  const draft = useAction("tuning.search.draft", ["configs.get"]);
  const [asking, setAsking] = useState(false);
  const { toStore, choice: storeChoice } = useStoreTarget(serverId, model);
  const isConfirmed = result?.conclusion === "confirmed";
  const error = apply.error ?? draft.error;
  return (
    <>
      {error && (
        <ErrorNotice
          title={apply.error ? "Can't apply the configuration" : "Can't keep the draft"}
          error={error}
        />
      )}
      {applied && (
        <Notice tone="good" title="Applied">
          {applied.writtenTo === null
            ? "Active until the server restarts, as an override: config.pbtxt was not written."
            : `Written to ${applied.writtenTo}.`}
        </Notice>
      )}
      {draft.isSuccess && (
        <Notice tone="good" title="Kept as draft">
          Nothing was applied. Open the configuration to look at it.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {isConfirmed && !applied && (
          <Button look="primary" disabled={apply.isPending} onClick={() => setAsking(true)}>
            <Check aria-hidden="true" />
            {apply.isPending ? "Applying…" : "Apply"}
          </Button>
        )}
        {isConfirmed && fleet !== null && (
          <Link
            to="/fleets/$id"
            params={{ id: String(fleet) }}
            search={{ tab: "rollouts", fromSearch: id }}
            className={buttonClass()}
          >
            <Rocket aria-hidden="true" />
            Roll out over the fleet
          </Link>
        )}
        {!applied && (
          <Button disabled={draft.isPending} onClick={() => draft.mutate({ id })}>
            <FilePen aria-hidden="true" />
            Keep as draft
          </Button>
        )}
        <Button
          onClick={() =>
            saveFile({ fileName: "config.pbtxt", mediaType: "text/plain", content: text })
          }
        >
          <Download aria-hidden="true" />
          config.pbtxt
        </Button>
        <Link
          to="/models/$name"
          params={{ name: model }}
          search={{ tab: "configuration" }}
          className={buttonClass()}
        >
          Open configuration
        </Link>
      </div>
      <Confirm
        open={asking}
        title={`Apply the best configuration to “${model}”?`}
        verb="Apply configuration"
        onConfirm={() => apply.mutate({ id, toStore })}
        onClose={() => setAsking(false)}
      >
        {storeChoice ??
          "It is written to config.pbtxt if this console can reach it. Otherwise it stays active until the server restarts."}
      </Confirm>
    </>
  );
}
