import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { StatusError } from "../../base/status-error.ts";
import {
  type ExportedMetric,
  parseFleetServerId,
  type ServerStatus,
} from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field, Select, TextInput } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import {
  type As,
  seriesFormLabels,
  labelsText,
  type ShownMetric,
  chartForms,
} from "../figures/metric-text.ts";

const SHOWN = 100;

interface MetricExplorerProps {
  readonly server: ServerStatus;
  readonly onChart: (metric: ShownMetric) => void;
}

/** Searches the metrics that a server exports by name or help, and charts them. */
export function MetricExplorer({ server, onChart }: MetricExplorerProps) {
  const [search, setSearch] = useState("");
  const [picked, setPicked] = useState<string | null>(null);
  const { data, error, refetch } = useRequest("observed.metrics", { serverId: server.id });
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (data ?? []).filter(({ name, help }) =>
    words.every((word) => `${name} ${help}`.toLowerCase().includes(word)),
  );
  const metric = found.find(({ name }) => name === picked);
  return (
    <Card
      title="Metrics"
      aside={
        <span className="flex items-center gap-2">
          {data && (
            <TextInput
              type="search"
              aria-label="Search metrics"
              placeholder={`Search ${data.length} metrics`}
              className="w-64"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          <Button onClick={() => void refetch()}>Read again</Button>
        </span>
      }
    >
      {error && (
        <Empty
          title="No metrics can be charted"
          action={lacksAddress(server, error) && <EditLink server={server} />}
        >
          {error.message}
        </Empty>
      )}
      {!data && !error && <p className="px-4 py-6 text-muted">Reading what it exports…</p>}
      {data && found.length === 0 && (
        <Empty
          title={search === "" ? "It exports no metrics now" : `No metric matches “${search}”`}
        />
      )}
      {found.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] divide-x divide-line">
          <MetricList metrics={found} picked={picked} onPick={setPicked} />
          {metric ? (
            <MetricChoice key={metric.name} metric={metric} onChart={onChart} />
          ) : (
            <p className="px-4 py-6 text-muted">Pick a metric to chart it.</p>
          )}
        </div>
      )}
    </Card>
  );
}

/** Whether no metrics were found and another metrics address may help. */
function lacksAddress({ id, kind, endpoints }: ServerStatus, error: Error): boolean {
  const edited = kind !== "embedded" && !parseFleetServerId(id);
  return edited && !endpoints?.metrics && StatusError.from(error).code === "UNIMPLEMENTED";
}

function EditLink({ server: { id } }: { server: ServerStatus }) {
  return (
    <Link to="/connections" search={{ edit: id }} className={buttonClass()}>
      Edit its connection
    </Link>
  );
}

interface MetricListProps {
  readonly metrics: readonly ExportedMetric[];
  readonly picked: string | null;
  readonly onPick: (name: string) => void;
}

function MetricList({ metrics, picked, onPick }: MetricListProps) {
  return (
    <div className="max-h-80 overflow-auto p-1.5">
      <ul aria-label="Exported metrics">
        {metrics.slice(0, SHOWN).map(({ name, type, help }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === picked}
              data-hint={help || undefined}
              onClick={() => onPick(name)}
              className="flex w-full items-center justify-between gap-2 rounded-md px-2.5 py-1 text-left hover:bg-hover aria-pressed:bg-accent-soft"
            >
              <span className="min-w-0 truncate font-mono text-xs">{name}</span>
              <Badge>{type}</Badge>
            </button>
          </li>
        ))}
      </ul>
      {metrics.length > SHOWN && (
        <p className="px-2.5 py-1 text-muted text-xs">
          {metrics.length - SHOWN} more: search to find them.
        </p>
      )}
    </div>
  );
}

interface MetricChoiceProps {
  readonly metric: ExportedMetric;
  readonly onChart: (metric: ShownMetric) => void;
}

function MetricChoice({ metric, onChart }: MetricChoiceProps) {
  const { name, type, help, series } = metric;
  const ways = chartForms[type];
  const [as, setAs] = useState<As>(ways[0]);
  const [at, setAt] = useState(0);
  const labels = series[at] ?? {};
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <div>
        <h3 className="break-all font-mono text-xs">{name}</h3>
        <p className="text-muted">{help || "The server reports nothing more about it."}</p>
      </div>
      {series.length > 1 ? (
        <Field label="Labels">
          {(control) => (
            <Select
              {...control}
              className="w-full font-mono text-xs"
              value={String(at)}
              options={series.map((each, index) => ({
                value: String(index),
                label: labelsText(each) || "none",
              }))}
              onPick={(index) => setAt(Number(index))}
            />
          )}
        </Field>
      ) : (
        labelsText(labels) && <p className="break-all font-mono text-xs">{labelsText(labels)}</p>
      )}
      <Segmented
        label="Show"
        options={ways.map((value) => ({ value, label: seriesFormLabels[value] }))}
        value={as}
        onPick={setAs}
      />
      <div>
        <Button look="primary" onClick={() => onChart({ name, labels, as })}>
          <Plus aria-hidden="true" />
          Chart it
        </Button>
      </div>
    </div>
  );
}
