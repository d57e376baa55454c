import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  parseFleetServerId,
  type ShownLink,
  type ShownPrometheus,
} from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Select } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";
import { Candidates } from "./candidates.tsx";
import { LabelList } from "./label-list.tsx";
import { findLink } from "../figures/panels/find-link.ts";

interface MetricsSourceProps {
  /** A server, a fleet as a whole, or a replica, whose link is its fleet's. */
  readonly serverId: string;
}

/** The source of a server's earlier metrics: its series in Prometheus. */
export function MetricsSource({ serverId }: MetricsSourceProps) {
  const sources = useTopic("prometheus.list", {});
  const links = useTopic("prometheus.links", {});
  const [choosing, setChoosing] = useState(false);
  if (!sources || !links) return null;
  const link = findLink(links, serverId);
  const fleet = parseFleetServerId(serverId);
  const isReplica = fleet !== null && fleet.key !== null;
  if (sources.length === 0)
    return (
      <Card title="Metrics source">
        <Empty
          title="No Prometheus is connected"
          action={
            <Link to="/connections" className={buttonClass()}>
              Connect Prometheus
            </Link>
          }
        >
          With one, charts begin before Batchdeck did: metrics that Prometheus, Thanos, Mimir or
          VictoriaMetrics recorded fill what Batchdeck did not.
        </Empty>
      </Card>
    );
  return (
    <Card
      title="Metrics source"
      aside={
        !isReplica &&
        !choosing && (
          <span className="flex gap-2">
            {link && <StopButton serverId={serverId} />}
            <Button onClick={() => setChoosing(true)}>
              {link ? "Choose other series" : "Choose series"}
            </Button>
          </span>
        )
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        {link ? <Chosen link={link} /> : <NothingChosen isReplica={isReplica} />}
        {isReplica && (
          <p className="text-muted">
            A replica has its fleet’s source.{" "}
            <Link
              to="/fleets/$id"
              params={{ id: String(fleet.fleet) }}
              search={{ tab: "source" }}
              className="text-accent underline"
            >
              Open the fleet
            </Link>
            .
          </p>
        )}
        {choosing && (
          <Choice
            serverId={serverId}
            sources={sources}
            first={link?.prometheus ?? sources[0]?.id ?? ""}
            onClose={() => setChoosing(false)}
          />
        )}
      </div>
    </Card>
  );
}

function NothingChosen({ isReplica }: { isReplica: boolean }) {
  return (
    <p className="text-muted">
      All figures are recorded by Batchdeck.
      {!isReplica && " Choose its series in Prometheus to see what was before."}
    </p>
  );
}

function Chosen({ link }: { link: ShownLink }) {
  const { name, labels, replicaLabel, problem } = link;
  return (
    <>
      <p>
        Batchdeck records the figures while it runs. What it did not record, and what the server
        does not report to it, comes from <span className="font-medium">Prometheus {name}</span>, of
        series with these labels
        {replicaLabel && (
          <>
            {" "}
            and each replica’s <code>{replicaLabel}</code>
          </>
        )}
        :
      </p>
      <LabelList labels={labels} />
      {problem && (
        <Notice tone="warn" title={`Can't read the history from Prometheus ${name}`}>
          {problem}
        </Notice>
      )}
    </>
  );
}

function StopButton({ serverId }: MetricsSourceProps) {
  const set = useAction("prometheus.link", ["observed.series", "prometheus.query"]);
  return (
    <Button
      look="quiet"
      disabled={set.isPending}
      onClick={() =>
        set.mutate(
          { serverId, link: null },
          { onError: (error) => showError("The source was not removed", error) },
        )
      }
    >
      Stop using it
    </Button>
  );
}

interface ChoiceProps {
  readonly serverId: string;
  readonly sources: readonly ShownPrometheus[];
  /** The connection that is initially selected. */
  readonly first: string;
  readonly onClose: () => void;
}

function Choice({ serverId, sources, first, onClose }: ChoiceProps) {
  const [prometheus, setPrometheus] = useState(first);
  return (
    <section aria-label="Choose series" className="flex flex-col gap-2 border-line border-t pt-3">
      <div className="flex items-center gap-3">
        <h3 className="font-semibold">Series that may be these</h3>
        {sources.length > 1 && (
          <Select
            aria-label="Prometheus"
            value={prometheus}
            options={sources.map(({ id, name }) => ({ value: id, label: name }))}
            onPick={setPrometheus}
          />
        )}
        <Button look="quiet" className="ml-auto" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <Candidates key={prometheus} serverId={serverId} prometheus={prometheus} onChosen={onClose} />
    </section>
  );
}
