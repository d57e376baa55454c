import { useState } from "react";
import type {
  Panel,
  PanelDraft,
  PanelUnit,
  RequestResult,
  ShownPrometheus,
} from "../../../main/contract/index.ts";
import { PANEL_UNITS } from "../../../main/contract/index.ts";
import type { Span } from "../../charts/samples.ts";
import { count } from "../../format/text.ts";
import { useAction } from "../../host/requests.ts";
import { useServerById, useTopic } from "../../host/topics.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { findLink } from "./find-link.ts";
import { panelValueText, seriesName, distinguishingLabels } from "./panel-lines.ts";
import { panelTemplates } from "./panel-templates.ts";
import { panelUnits } from "./panel-units.ts";

interface PanelDialogProps {
  readonly serverId: string;
  /** Null: a new panel. */
  readonly edited: Panel | null;
  readonly sources: readonly ShownPrometheus[];
  /** The charts' time range, over which the query is tried. */
  readonly span: Span;
  readonly onClose: () => void;
}

const CHOOSE = "";
const SHOWN = 8;

const units = PANEL_UNITS.map((value) => ({ value, label: panelUnits[value].label }));

/** Adds or edits a PromQL chart, whose query can be tried first. */
export function PanelDialog({ serverId, edited, sources, span, onClose }: PanelDialogProps) {
  const server = useServerById(serverId);
  const links = useTopic("prometheus.links", {});
  const link = findLink(links, serverId);
  const [panel, setPanel] = useState<PanelDraft>(
    () =>
      edited ?? {
        title: "",
        prometheus: link?.prometheus ?? sources[0]?.id ?? "",
        query: "",
        unit: "none",
      },
  );
  const save = useAction("prometheus.savePanel");
  const test = useAction("prometheus.query");
  const change = (part: Partial<PanelDraft>) => {
    test.reset();
    setPanel((now) => ({ ...now, ...part }));
  };
  const templates = panelTemplates(server?.kind);
  const isIncomplete = panel.title.trim() === "" || panel.query.trim() === "";
  const submit = () => {
    const { title, prometheus, query, unit } = panel;
    save.mutate(
      { serverId, id: edited?.id ?? null, panel: { title, prometheus, query, unit } },
      { onSuccess: onClose },
    );
  };
  const run = () =>
    test.mutate({
      serverId,
      prometheus: panel.prometheus,
      query: panel.query,
      from: Math.floor(span[0]),
      to: Math.ceil(span[1]),
      maxPoints: 100,
    });
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={edited ? `Edit panel ${edited.title}` : "Add panel"}
      description="A chart of PromQL on this page, with the page's time range, events and experiments."
      actions={
        <>
          <Button
            className="mr-auto"
            disabled={panel.query.trim() === "" || test.isPending}
            onClick={run}
          >
            {test.isPending ? "Running…" : "Run query"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form="panel"
            disabled={isIncomplete || save.isPending}
          >
            {edited ? "Save" : "Add panel"}
          </Button>
        </>
      }
    >
      <form
        id="panel"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isIncomplete && !save.isPending) submit();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Title"
            example="Queue time by model"
            maxLength={100}
            value={panel.title}
            onChange={(title) => change({ title })}
          />
          <Field label="Unit" help="What the query's values count in.">
            {(control) => (
              <Select
                {...control}
                value={panel.unit}
                options={units}
                onPick={(unit) => change({ unit: unit as PanelUnit })}
              />
            )}
          </Field>
        </div>
        {sources.length > 1 && (
          <Field label="Prometheus">
            {(control) => (
              <Select
                {...control}
                value={panel.prometheus}
                options={sources.map(({ id, name }) => ({ value: id, label: name }))}
                onPick={(prometheus) => change({ prometheus })}
              />
            )}
          </Field>
        )}
        {!edited && (
          <Field label="Start from">
            {(control) => (
              <Select
                {...control}
                value={CHOOSE}
                options={[
                  { value: CHOOSE, label: "Choose an example…" },
                  ...templates.map(({ title }) => ({ value: title, label: title })),
                ]}
                onPick={(title) => {
                  const template = templates.find((each) => each.title === title);
                  if (template) change(template);
                }}
              />
            )}
          </Field>
        )}
        <Field label="Query" help={<VariableHelp labels={link?.labels ?? null} />}>
          {(control) => (
            <textarea
              {...control}
              rows={5}
              maxLength={4000}
              className="w-full rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs placeholder:text-muted"
              placeholder="sum by (model) (rate(nv_inference_request_success{$labels}[$__rate_interval]))"
              autoComplete="off"
              spellCheck={false}
              value={panel.query}
              onChange={(event) => change({ query: event.target.value })}
            />
          )}
        </Field>
        {test.data && <Outcome answer={test.data} unit={panel.unit} />}
        {test.error && <ErrorNotice title="The query failed" error={test.error} />}
        {save.error && <ErrorNotice title="The panel was not saved" error={save.error} />}
      </form>
    </Dialog>
  );
}

function VariableHelp({ labels }: { labels: Readonly<Record<string, string>> | null }) {
  const names = Object.keys(labels ?? {}).map((name) => `$${name}`);
  return (
    <>
      <code>$labels</code> stands for the labels of this server’s series
      {names.length > 0 && (
        <>
          , {new Intl.ListFormat("en").format(names)} for {names.length === 1 ? "it" : "each"} alone
        </>
      )}
      {labels === null && " once they are chosen under “Metrics source”"};{" "}
      <code>$__rate_interval</code> and <code>$__interval</code> are as in Grafana.
    </>
  );
}

interface OutcomeProps {
  readonly answer: RequestResult<"prometheus.query">;
  readonly unit: PanelUnit;
}

/** The newest values of a query. */
function Outcome({ answer: { series, leftOut, warnings }, unit }: OutcomeProps) {
  const distinguishing = distinguishingLabels(series.map(({ labels }) => labels));
  if (series.length === 0)
    return (
      <Notice tone="warn" title="The query gives no series in this time range">
        Check the names of the metrics and the labels.
      </Notice>
    );
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{count(series.length + leftOut, "series", "series")}</p>
      <DataTable
        caption="Newest values"
        columns={[
          { key: "series", head: "Series" },
          { key: "value", head: "Newest value", numeric: true },
        ]}
        rows={series.slice(0, SHOWN).map(({ labels, points }) => ({
          key: JSON.stringify(labels),
          cells: [
            <span key="name" className="break-all font-mono text-xs">
              {seriesName(labels, distinguishing) || "without labels"}
            </span>,
            panelValueText(unit, points.at(-1)?.[1] ?? null),
          ],
        }))}
      />
      {warnings.map((warning) => (
        <p key={warning} className="text-warn text-xs">
          {warning}
        </p>
      ))}
    </div>
  );
}
