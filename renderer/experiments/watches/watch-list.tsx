import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Watch } from "../../../main/contract/index.ts";
import { formatAgo, formatMoment } from "../../format/time.ts";
import { useAction } from "../../host/requests.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { showError } from "../../ui/toasts.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useWatches } from "../../host/use-experiments.ts";

const verdicts: Record<Watch["runs"][number]["verdict"], { tone: Tone; words: string }> = {
  same: { tone: "good", words: "same" },
  better: { tone: "good", words: "better" },
  worse: { tone: "bad", words: "WORSE" },
  invalid: { tone: "bad", words: "Invalid" },
  failed: { tone: "warn", words: "failed" },
};

const SHOWN_RUNS = 12;

/** Watches with the result of each run; empty without watches. */
export function WatchList() {
  const { data } = useWatches();
  if (!data || data.length === 0) return null;
  return (
    <Card title="Regression watches">
      <ul aria-label="Regression watches" className="divide-y divide-line">
        {data.map((watch) => (
          <WatchRow key={watch.id} watch={watch} />
        ))}
      </ul>
    </Card>
  );
}

function WatchRow({ watch }: { watch: Watch }) {
  const { id, name, baseline, everyMinutes, enabled, nextAt, runs } = watch;
  const now = useNow(15_000);
  const [doomed, setDoomed] = useState(false);
  const set = useAction("lab.setWatch", ["lab.watches"]);
  const remove = useAction("lab.removeWatch", ["lab.watches"]);
  const newest = runs.toSorted((a, b) => b.at - a.at);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <label className="flex items-center gap-2 font-semibold">
        <input
          type="checkbox"
          role="switch"
          checked={enabled}
          disabled={set.isPending}
          onChange={(event) =>
            set.mutate(
              { id, enabled: event.target.checked, everyMinutes },
              { onError: (error) => showError("Can't change the watch.", error) },
            )
          }
        />
        {name}
      </label>
      <span className="text-muted">
        every {everyMinutes} min
        {nextAt === null ? ", off" : `, next at ${formatMoment(nextAt, now)}`} ·{" "}
        <Link
          to="/experiments/$id"
          params={{ id: String(baseline) }}
          className="text-accent underline underline-offset-2"
        >
          baseline
        </Link>
      </span>
      <ol
        aria-label={`Runs of ${name}, newest first`}
        className="flex flex-wrap items-center gap-1"
      >
        {newest.slice(0, SHOWN_RUNS).map(({ experiment, at, verdict, words }) => (
          <li key={`${experiment} ${at}`}>
            <Link
              to="/experiments/$id"
              params={{ id: String(experiment) }}
              search={{ compare: baseline }}
            >
              <Badge tone={verdicts[verdict].tone} hint={`${formatAgo(at, now)}\n${words}`}>
                {verdicts[verdict].words}
              </Badge>
            </Link>
          </li>
        ))}
        {runs.length === 0 && <li className="text-muted">has not run yet</li>}
      </ol>
      <span className="min-w-0 flex-1 truncate text-muted text-xs">{newest[0]?.words}</span>
      <IconButton label={`Remove the watch ${name}`} onClick={() => setDoomed(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Confirm
        open={doomed}
        title={`Remove watch “${name}”?`}
        verb="Remove watch"
        onConfirm={() =>
          remove.mutate(
            { id },
            { onError: (error) => showError(`Can't remove watch ${name}`, error) },
          )
        }
        onClose={() => setDoomed(false)}
      >
        Its experiments stay. Their comparisons are deleted.
      </Confirm>
    </li>
  );
}
