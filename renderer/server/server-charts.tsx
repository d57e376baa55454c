import { ListChecks } from "lucide-react";
import { useState } from "react";
import type { ObservedFrame, ServerStatus } from "../../main/contract/index.ts";
import { useIsLive } from "../host/use-is-live.ts";
import { RangeBar } from "../model/range-bar.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/classes.ts";
import { Select } from "../ui/field.tsx";
import { type ChartGroup, chartsInOrder, tellingCharts } from "./chart-groups.ts";
import { FigureChart } from "./figure-charts.tsx";
import { MetricChart } from "./metric-chart.tsx";
import { figureTable, tellingModel } from "../figures/observed-figures.ts";
import { useView } from "./use-view.ts";

interface ServerChartsProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame | null;
  readonly ranges: readonly string[];
  /** One model's alone; left out, the model can be chosen. */
  readonly model?: string;
}

/** Figures of a server over time: those that say most, until others are chosen. */
export function ServerCharts({ server, frame, ranges, model }: ServerChartsProps) {
  const [choosing, setChoosing] = useState(false);
  const live = useIsLive(server, frame);
  const { search, ...look } = useView(frame?.t, model ?? "");
  const of = model ?? search.of ?? tellingModel(frame);
  const table = figureTable(frame);
  const there = chartsInOrder(server.kind).filter(({ figures }) =>
    figures.some((figure) => table.find(of, figure)),
  );
  const shown = chosenOf(there, search.charts, server);
  const metrics = search.metrics ?? [];
  const toggle = (id: string) => {
    const ids = shown.map((each) => each.id);
    look.look({ charts: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] });
  };
  return (
    <section aria-label="Charts" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <RangeBar
          ranges={ranges}
          range={look.range}
          words={look.words}
          fixed={look.fixed}
          newer={0}
          live={live}
          onRange={(range) => look.look({ range: range as never, from: undefined, to: undefined })}
          onPause={look.pause}
          onLive={look.live}
        />
        <span className="ml-auto flex items-center gap-2">
          {model === undefined && table.models.length > 1 && (
            <Select
              aria-label="Whose figures"
              value={of}
              options={table.models.map((value) => ({
                value,
                label: value === "" ? "Whole server" : value,
              }))}
              onPick={(next) => look.look({ of: next })}
            />
          )}
          {there.length > 0 && (
            <Button aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
              <ListChecks aria-hidden="true" />
              {shown.length} of {there.length} charts
            </Button>
          )}
        </span>
      </div>
      {choosing && <Chooser there={there} shown={shown} onToggle={toggle} />}
      {frame && there.length === 0 && metrics.length === 0 && (
        <p className="text-muted">
          {server.name} reports no figures to chart
          {table.unavailable.length > 0 && "; see below what it needs"}.
        </p>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3">
        {shown.map((group) => (
          <FigureChart
            key={`${server.id} ${of} ${group.id}`}
            server={server}
            frame={frame}
            group={group}
            of={of}
            view={look.view}
            asked={look.asked}
          />
        ))}
        {metrics.map((metric) => (
          <MetricChart
            key={JSON.stringify(metric)}
            server={server}
            metric={metric}
            view={look.view}
            asked={look.asked}
            onRemove={() => look.look({ metrics: metrics.filter((each) => each !== metric) })}
          />
        ))}
      </div>
    </section>
  );
}

function chosenOf(
  there: readonly ChartGroup[],
  chosen: readonly string[] | undefined,
  server: ServerStatus,
): readonly ChartGroup[] {
  if (chosen) return there.filter(({ id }) => chosen.includes(id));
  const telling: readonly string[] = tellingCharts(server.kind);
  const usual = there.filter(({ id }) => telling.includes(id));
  return usual.length > 0 ? usual : there;
}

interface ChooserProps {
  readonly there: readonly ChartGroup[];
  readonly shown: readonly ChartGroup[];
  readonly onToggle: (id: string) => void;
}

function Chooser({ there, shown, onToggle }: ChooserProps) {
  return (
    <div role="group" aria-label="Charts to show" className="flex flex-wrap gap-1.5">
      {there.map((group) => (
        <button
          key={group.id}
          type="button"
          aria-pressed={shown.includes(group)}
          onClick={() => onToggle(group.id)}
          className={cx(
            "h-7 rounded-md border px-2.5 font-medium",
            shown.includes(group)
              ? "border-accent bg-accent-soft text-accent"
              : "border-line-strong text-muted hover:text-ink",
          )}
        >
          {group.title}
        </button>
      ))}
    </div>
  );
}
