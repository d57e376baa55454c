import { useState } from "react";
import type { LinkCandidate } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";
import { LabelList } from "./label-list.tsx";

/** Requests whose responses depend on the chosen series. */
const LINKED = ["observed.series", "prometheus.query"] as const;

/** Number of initially visible candidates; those without evidence are collapsed. */
const SHOWN = 5;

interface CandidatesProps {
  readonly serverId: string;
  readonly prometheus: string;
  readonly onChosen: () => void;
}

/** Targets of a Prometheus that may be a server or a fleet's replicas, with the evidence for each. */
export function Candidates({ serverId, prometheus, onChosen }: CandidatesProps) {
  const { data, error, refetch, isFetching } = useRequest("prometheus.candidates", {
    serverId,
    prometheus,
  });
  const [all, setAll] = useState(false);
  if (error)
    return (
      <ErrorNotice
        title="Can't read the series"
        error={error}
        retry={<Button onClick={() => void refetch()}>Retry</Button>}
      />
    );
  if (!data) return <p className="py-4 text-muted">Reading Prometheus’ targets…</p>;
  if (data.length === 0)
    return (
      <Empty title="Prometheus has no targets">
        Let it scrape the server’s metrics; they appear here after the first scrape.
      </Empty>
    );
  const likely = data.filter(({ evidence }) => evidence.length > 0);
  const shown = all ? data : likely.slice(0, SHOWN);
  return (
    <>
      {likely.length === 0 && (
        <p className="text-muted">
          No series match this server’s address, models or counters. Pick its target by hand if you
          know it.
        </p>
      )}
      <ul aria-label="Series" className="flex flex-col divide-y divide-line">
        {shown.map((candidate) => (
          <Candidate
            key={JSON.stringify(candidate.labels)}
            candidate={candidate}
            serverId={serverId}
            prometheus={prometheus}
            onChosen={onChosen}
          />
        ))}
      </ul>
      <div className="flex gap-2">
        {shown.length < data.length && (
          <Button look="quiet" onClick={() => setAll(true)}>
            Show all {data.length}
          </Button>
        )}
        <Button look="quiet" disabled={isFetching} onClick={() => void refetch()}>
          Read again
        </Button>
      </div>
    </>
  );
}

interface CandidateProps extends CandidatesProps {
  readonly candidate: LinkCandidate;
}

function Candidate({ candidate, serverId, prometheus, onChosen }: CandidateProps) {
  const { labels, evidence, models, targets, replicaLabel } = candidate;
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const set = useAction("prometheus.link", LINKED);
  const chosen = Object.fromEntries(Object.entries(labels).filter(([name]) => !without.has(name)));
  const toggle = (name: string) => {
    const next = new Set(without);
    if (!next.delete(name)) next.add(name);
    setWithout(next);
  };
  const use = () =>
    set.mutate(
      { serverId, link: { prometheus, labels: chosen, replicaLabel } },
      {
        onSuccess: () => {
          showSuccess("Metrics source chosen", "Charts now begin before Batchdeck did.");
          onChosen();
        },
        onError: (error) => showError("The source was not changed", error),
      },
    );
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <LabelList labels={labels} without={without} onToggle={toggle} />
        <span className="flex flex-wrap items-center gap-1.5 text-xs">
          {evidence.map((each) => (
            <Badge key={each} tone="good">
              {each}
            </Badge>
          ))}
          {evidence.length === 0 && <span className="text-muted">Nothing speaks for it.</span>}
          {replicaLabel !== null && (
            <span className="text-muted">
              {count(targets, "target")}, one for each {replicaLabel}
            </span>
          )}
          {models.length > 0 && !evidence.some((each) => each.includes("odels:")) && (
            <span className="min-w-0 truncate text-muted">Models: {models.join(", ")}</span>
          )}
        </span>
      </div>
      <Button
        look="primary"
        disabled={Object.keys(chosen).length === 0 || set.isPending}
        onClick={use}
      >
        Use these series
      </Button>
    </li>
  );
}
