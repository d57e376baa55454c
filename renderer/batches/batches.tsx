import { useMemo, useState } from "react";
import type { ModelDetail, ModelOverview, VersionState } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { count } from "../format/text.ts";
import { useRequest } from "../host/requests.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { cx } from "../ui/classes.ts";
import { Segmented } from "../ui/segmented.tsx";
import { batchesWithin, gapsWithin, type PlacedBatch, unlistedWithin } from "./batch-log.ts";
import { ensembleSteps } from "./batching-config.ts";
import { Explainer } from "./explainer.tsx";
import { listLanes } from "./lanes.ts";
import { Timeline } from "./timeline.tsx";
import { useBatchLog } from "./use-batch-log.ts";
import { Link } from "@tanstack/react-router";
import { Card } from "../ui/card.tsx";
import { formatDuration } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import type { ChartData, ChartRow } from "../ui/chart-export/chart-data.ts";
import { DataTable } from "../ui/data-table.tsx";
import { batchThread, computeMs } from "./batch-tip.tsx";
import { reasonLooks } from "./reasons.ts";

interface BatchesProps {
  readonly serverId: string;
  readonly model: string;
  readonly overview: ModelOverview | undefined;
  /** Whether the response cache answers every request. */
  readonly allCached: boolean;
  readonly versions: readonly VersionState[];
  /** The visible span, and whether it is paused. */
  readonly span: Span;
  readonly fixed: boolean;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
}

const windows = [
  { value: "1", label: "1 s" },
  { value: "5", label: "5 s" },
  { value: "20", label: "20 s" },
  { value: "60", label: "60 s" },
] as const;
type Window = (typeof windows)[number]["value"];

const ABOUT = `Every executed batch, in one lane per instance, four times a second while this page is shown.
A bar is as wide as its batch computed, paler at the ends for gathering inputs and splitting outputs, as high as it is large, and coloured and lettered by the reason it was sent.
Hatched: not every batch is known, since the page was opened later or more ran than can be shown.
Exact: from the engine's stream of batches.`;

/** A model's batches as they run, and the reasons they were sent. For an ensemble it links to its steps. */
export function Batches(props: BatchesProps) {
  const { serverId, model } = props;
  const { data } = useRequest("models.detail", { serverId, model });
  const steps = ensembleSteps(data?.config ?? null);
  if (steps.length > 0) return <StepLinks steps={steps} />;
  return <ModelBatches {...props} config={data?.config ?? null} />;
}

function ModelBatches(props: BatchesProps & { readonly config: ModelDetail["config"] }) {
  const { serverId, model, overview, allCached, versions, config, fixed, onZoom, onReset } = props;
  const page = props.span;
  const [window, setWindow] = useState<Window>("5");
  const log = useBatchLog(serverId, model, fixed);
  const end = fixed ? page[1] : (log.stretches.at(-1)?.to ?? page[1]);
  const begin = Math.max(end - Number(window) * 1000, fixed ? page[0] : 0);
  const span = useMemo<Span>(() => [begin, end], [begin, end]);
  const batches = useMemo(() => batchesWithin(log, span), [log, span]);
  const gaps = useMemo(() => gapsWithin(log, span), [log, span]);
  const lanes = useMemo(() => listLanes(versions, batches), [versions, batches]);
  const largest = useMemo(
    () => fullHeight(log.batches, overview?.maxBatchSize ?? 1),
    [log, overview?.maxBatchSize],
  );
  const unlisted = unlistedWithin(log, span);
  return (
    <>
      <div className="min-w-0 lg:col-span-2 [&>section]:h-full">
        <ChartFrame
          title="Batch timeline"
          about={ABOUT}
          legend={
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2 text-xs">
              <Segmented
                label="Time shown"
                options={windows}
                value={span[1] - span[0] < Number(window) * 1000 - 1 ? null : window}
                onPick={setWindow}
              />
              <span className="text-muted">
                {count(batches.length, "batch", "batches")} shown
                {unlisted > 0 && `, ${count(unlisted, "more", "more")} not one by one`}
                {lanes.length > 0 && `, full height is ${count(largest, "item")}`}
              </span>
            </div>
          }
          chart={
            <div className="relative">
              {lanes.length > 0 && (
                <Timeline
                  batches={batches}
                  gaps={gaps}
                  lanes={lanes}
                  span={span}
                  largest={largest}
                  onZoom={onZoom}
                  onReset={onReset}
                />
              )}
              {batches.length === 0 && (
                <p
                  className={cx(
                    "bg-surface px-3 py-1 text-center text-muted",
                    lanes.length > 0
                      ? "-translate-x-1/2 pointer-events-none absolute top-1/3 left-1/2"
                      : "py-16",
                  )}
                >
                  {log.problem ?? emptyReason(overview, allCached, fixed && gaps.length > 0)}
                </p>
              )}
            </div>
          }
          table={() => <LastBatches batches={batches} />}
          data={() => batchData(batches)}
        />
      </div>
      <Explainer log={log} span={span} overview={overview} config={config} />
    </>
  );
}

/** The largest possible batch, or a smaller power of two if all batches are much smaller. */
function fullHeight(batches: readonly PlacedBatch[], possible: number): number {
  const seen = batches.reduce((most, { items }) => Math.max(most, items), 1);
  return seen > possible / 4 ? Math.max(possible, seen) : 2 ** Math.ceil(Math.log2(seen * 1.5));
}

function emptyReason(
  overview: ModelOverview | undefined,
  allCached: boolean,
  unwatched: boolean,
): string {
  if (overview && overview.state !== "READY")
    return "This model is not loaded, so it runs nothing.";
  if (!unwatched && allCached) return "No batch ran: the response cache answers every request.";
  return unwatched
    ? "Batches are recorded only while this page is open and visible; it wasn't at this time."
    : "No batch ran in this time.";
}

/** Links to the steps, whose batches can be seen on their pages. */
function StepLinks({ steps }: { steps: readonly string[] }) {
  return (
    <Card title="Batch timeline" className="min-w-0 lg:col-span-2 min-[110rem]:col-span-3">
      <p className="px-4 py-3">
        An ensemble runs no batches of its own; its steps do:{" "}
        {steps.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <Link
              to="/models/$name"
              params={{ name }}
              className="font-semibold text-accent hover:underline"
            >
              {name}
            </Link>
          </span>
        ))}
        .
      </p>
    </Card>
  );
}

const LISTED = 100;

const columns: ChartData["columns"] = [
  { key: "start", head: "Start" },
  { key: "reason", head: "Reason" },
  { key: "items", head: "Items", numeric: true },
  { key: "requests", head: "Requests", numeric: true },
  { key: "oldest", head: "Oldest wait", unit: "ms", numeric: true },
  { key: "mean", head: "Mean wait", unit: "ms", numeric: true },
  { key: "compute", head: "Compute", unit: "ms", numeric: true },
  { key: "instance", head: "Instance" },
  { key: "thread", head: "Thread" },
];

/** All visible batches, newest first. */
function batchData(batches: readonly PlacedBatch[]): ChartData {
  return { columns, rows: batches.toReversed().map(toRow) };
}

function toRow(batch: PlacedBatch): ChartRow {
  const { id, start, items, requests, oldestWaitMs, meanWaitMs, instance } = batch;
  const reason = `${reasonLooks[batch.reason].label}${batch.failed ? ", failed" : ""}`;
  const where = [instance, batchThread(batch)];
  const times = [oldestWaitMs, meanWaitMs, computeMs(batch)];
  return {
    key: id,
    values: [new Date(start), reason, items, requests, ...times, ...where],
    cells: [formatClock(start), reason, items, requests, ...times.map(formatDuration), ...where],
  };
}

/** The timeline as a table. */
function LastBatches({ batches }: { batches: readonly PlacedBatch[] }) {
  return (
    <DataTable
      caption={`The last ${LISTED} batches of the time shown, newest first`}
      maxHeight={240}
      {...batchData(batches.slice(-LISTED))}
    />
  );
}
