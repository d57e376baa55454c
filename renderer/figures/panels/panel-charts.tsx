import { ArrowLeft, ArrowRight, EllipsisVertical, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Panel } from "../../../main/contract/index.ts";
import { SeriesChart, type SeriesView } from "../../charts/series-chart.tsx";
import type { Span } from "../../charts/samples.ts";
import { count } from "../../format/text.ts";
import { useAction } from "../../host/requests.ts";
import { useTopic } from "../../host/topics.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showError } from "../../ui/toasts.tsx";
import { PanelDialog } from "./panel-dialog.tsx";
import { panelUnits } from "./panel-units.ts";
import type { ShownPanel } from "./use-panels.ts";

interface PanelChartsProps {
  readonly serverId: string;
  readonly panels: readonly ShownPanel[];
  readonly view: SeriesView;
  readonly span: Span;
}

type Editing = { readonly panel: Panel | null } | null;

/** PromQL charts on a server's page; nothing without a connection to Prometheus. */
export function PanelCharts({ serverId, panels, view, span }: PanelChartsProps) {
  const sources = useTopic("prometheus.list", {});
  const [editing, setEditing] = useState<Editing>(null);
  const [removing, setRemoving] = useState<Panel | null>(null);
  const remove = useAction("prometheus.removePanel");
  const order = useAction("prometheus.orderPanels");
  if (!sources || sources.length === 0) return null;
  const nameOf = (id: string) => sources.find((each) => each.id === id)?.name ?? "Prometheus";
  const move = (from: number, to: number) => {
    const ids = panels.map(({ panel }) => panel.id);
    const [moved] = ids.splice(from, 1);
    if (moved === undefined) return;
    ids.splice(to, 0, moved);
    order.mutate(
      { serverId, ids },
      { onError: (error) => showError("Can't move the panel", error) },
    );
  };
  return (
    <section aria-label="PromQL panels" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-semibold text-base">PromQL panels</h2>
        {panels.length === 0 && (
          <span className="text-muted">Any query of Prometheus as a chart of this page.</span>
        )}
        <Button className="ml-auto" onClick={() => setEditing({ panel: null })}>
          <Plus aria-hidden="true" />
          Add panel
        </Button>
      </div>
      {panels.length > 0 && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3">
          {panels.map((shown, index) => (
            <PanelChart
              key={shown.panel.id}
              shown={shown}
              source={nameOf(shown.panel.prometheus)}
              view={view}
              onEdit={() => setEditing({ panel: shown.panel })}
              onRemove={() => setRemoving(shown.panel)}
              onEarlier={index > 0 ? () => move(index, index - 1) : null}
              onLater={index < panels.length - 1 ? () => move(index, index + 1) : null}
            />
          ))}
        </div>
      )}
      {editing && (
        <PanelDialog
          serverId={serverId}
          edited={editing.panel}
          sources={sources}
          span={span}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <Confirm
          open
          title={`Remove panel ${removing.title}?`}
          verb="Remove panel"
          onConfirm={() =>
            remove.mutate(
              { serverId, id: removing.id },
              { onError: (error) => showError(`Can't remove ${removing.title}`, error) },
            )
          }
          onClose={() => setRemoving(null)}
        >
          Batchdeck deletes its query. The metrics in Prometheus stay.
        </Confirm>
      )}
    </section>
  );
}

interface PanelChartProps {
  readonly shown: ShownPanel;
  readonly source: string;
  readonly view: SeriesView;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Null: it is the first, or the last. */
  readonly onEarlier: (() => void) | null;
  readonly onLater: (() => void) | null;
}

function PanelChart({ shown, source, view, onEdit, onRemove, ...moves }: PanelChartProps) {
  const { panel, lines, loading, error, about } = shown;
  const { title, unit, query } = panel;
  const { onEarlier, onLater } = moves;
  return (
    <SeriesChart
      title={title}
      about={[
        `From Prometheus ${source}.`,
        about?.query ?? query,
        about && `Step ${about.stepSeconds} s.`,
        about &&
          about.leftOut > 0 &&
          `${count(about.leftOut, "more series", "more series")} not shown.`,
        ...(about?.warnings ?? []),
      ]
        .filter(Boolean)
        .join("\n\n")}
      unit={panelUnits[unit].axis}
      view={view}
      empty={error?.message ?? "The query gives no series in this time range."}
      loading={loading}
      lines={lines}
      aside={
        <span className="flex max-w-56 shrink-0 items-center gap-1">
          <span className="min-w-0 truncate text-muted">Prometheus {source}</span>
          <Menu
            trigger={
              <IconButton label={`Panel ${title}`} className="-my-1 h-6 w-6">
                <EllipsisVertical aria-hidden="true" />
              </IconButton>
            }
            items={[
              { label: "Edit", icon: <Pencil aria-hidden="true" />, onPick: onEdit },
              {
                label: "Move earlier",
                icon: <ArrowLeft aria-hidden="true" />,
                disabled: onEarlier === null,
                onPick: () => onEarlier?.(),
              },
              {
                label: "Move later",
                icon: <ArrowRight aria-hidden="true" />,
                disabled: onLater === null,
                onPick: () => onLater?.(),
              },
              {
                label: "Remove",
                icon: <Trash2 aria-hidden="true" />,
                danger: true,
                onPick: onRemove,
              },
            ]}
          />
        </span>
      }
    />
  );
}
