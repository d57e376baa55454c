import { Download, Pause, Play, Timer } from "lucide-react";
import { useMemo, useState, useSyncExternalStore } from "react";
import type { Trace } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";
import { useHost } from "../host/context.tsx";
import { useServer } from "../host/topics.ts";
import { lacksGrpc } from "../host/capability.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { saveTraces } from "./export.ts";
import { Sampling } from "./sampling.tsx";
import { addTraces, buildTrees, flatten, type TraceTree } from "./trace-log.ts";
import { TraceTable } from "./trace-table.tsx";
import { Waterfall } from "./waterfall.tsx";
import { getRouteApi } from "@tanstack/react-router";
import type { ModelSearch } from "../search.ts";
import { totalMs } from "./trace-spans.ts";

const none: readonly Trace[] = [];

/** Sampled requests of a model with the times of their phases. */
export function Traces({ serverId, model }: { serverId: string; model: string }) {
  const server = useServer();
  if (server && server.state === "live" && !server.capabilities.includes("insight")) {
    return (
      <Notice tone="accent" title={`${server.name} doesn't export traces`}>
        Triton writes its traces to a file or to an OpenTelemetry collector, and has no call that
        reads them.{" "}
        {lacksGrpc(server)
          ? "Batchdeck’s own engine exports them over gRPC, and this connection has no gRPC address."
          : "Traces are shown here for Batchdeck’s embedded engine."}
      </Notice>
    );
  }
  return <LiveTraces serverId={serverId} model={model} />;
}

function LiveTraces({ serverId, model }: { serverId: string; model: string }) {
  const { live } = useHost();
  const store = live.folded(
    "traces.live",
    { serverId },
    { name: "ring", initial: none, reduce: addTraces },
  );
  const latest = useSyncExternalStore(store.subscribe, store.snapshot);
  const [held, setHeld] = useState<readonly Trace[] | null>(null);
  const [order, setOrder] = useState<TraceOrder>("newest");
  const all = held ?? latest;
  const trees = useMemo(() => ordered(buildTrees(all, model), order), [all, model, order]);
  const [selected, pick] = useSelected(trees, model);
  return (
    <div className="flex flex-col gap-4">
      <Sampling serverId={serverId} model={model} />
      {!selected ? (
        <Card>
          <Empty icon={<Timer aria-hidden="true" />} title={`No traces of ${model} yet`}>
            While tracing is on, sampled requests appear here with their timing. The engine keeps
            the newest.
          </Empty>
        </Card>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <Card
            title="Recent traces"
            className="min-w-0"
            aside={<ExportButtons name={`${model}-traces`} traces={() => trees.flatMap(flatten)} />}
          >
            <div className="flex items-center gap-3 border-line border-b px-4 py-2">
              <Segmented label="Order" options={orders} value={order} onPick={setOrder} />
              <Button onClick={() => setHeld(held ? null : latest)}>
                {held ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
                {held ? "Live" : "Hold"}
              </Button>
              <span className="text-muted">{count(trees.length, "trace")}</span>
            </div>
            <TraceTable trees={trees} selected={selected.trace.id} onPick={pick} />
          </Card>
          <Card
            title={`Trace ${selected.trace.id}`}
            className="min-w-0"
            aside={
              <ExportButtons
                name={`${model}-trace-${selected.trace.id}`}
                traces={() => flatten(selected)}
              />
            }
          >
            <Facts trace={selected.trace} />
            <Waterfall tree={selected} />
          </Card>
        </div>
      )}
    </div>
  );
}

function Facts({ trace }: { trace: Trace }) {
  const facts = [
    trace.requestId && `request id “${trace.requestId}”`,
    trace.parentId > 0 && `a step of trace ${trace.parentId}`,
    trace.instance && `on ${trace.instance}`,
    trace.batchSize > 0 && `in a batch of ${trace.batchSize}`,
    trace.cacheHit && "answered from the response cache",
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && <p className="px-4 pt-3 text-muted">{facts.join(", ")}</p>}
      {trace.error && <p className="px-4 pt-3 text-bad">{trace.error}</p>}
    </>
  );
}

function ExportButtons({ name, traces }: { name: string; traces: () => Trace[] }) {
  return (
    <span className="flex gap-1">
      <Button
        look="quiet"
        data-hint="This console's format"
        onClick={() => saveTraces(name, "json", traces())}
      >
        <Download aria-hidden="true" />
        JSON
      </Button>
      <Button
        look="quiet"
        data-hint="OpenTelemetry's OTLP, for Jaeger, Tempo and others"
        onClick={() => saveTraces(name, "otlp", traces())}
      >
        <Download aria-hidden="true" />
        OpenTelemetry
      </Button>
    </span>
  );
}

const route = getRouteApi("/models/$name");

type TraceOrder = "newest" | "slowest";
const orders = [
  { value: "newest", label: "Newest" },
  { value: "slowest", label: "Slowest" },
] as const;

function ordered(trees: readonly TraceTree[], order: TraceOrder): readonly TraceTree[] {
  return order === "newest" ? trees : trees.toSorted((a, b) => totalMs(b.trace) - totalMs(a.trace));
}

/** The trace in the address, or the first visible one, which stays selected when others arrive. */
function useSelected(
  trees: readonly TraceTree[],
  model: string,
): [TraceTree | undefined, (id: number) => void] {
  const { trace: picked } = route.useSearch();
  const navigate = route.useNavigate();
  const [first, setFirst] = useState<number | null>(null);
  const wanted = picked ?? first;
  const found = trees.find(({ trace }) => trace.id === wanted) ?? trees[0];
  if (picked === undefined && found && found.trace.id !== first) setFirst(found.trace.id);
  const pick = (id: number) =>
    void navigate({
      to: "/models/$name",
      params: { name: model },
      search: (now: ModelSearch) => ({ ...now, trace: id }),
      replace: true,
    });
  return [found, pick];
}
