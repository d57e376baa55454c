import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import { AdviceCount } from "../figures/advice-count.tsx";
import {
  type Advice,
  FIGURES,
  type FigureId,
  type ModelOverview,
  type ServerStatus,
} from "../../main/contract/index.ts";
import { isAllCached, modelOutcomes } from "../figures/failure-figures.ts";
import type { FigureTable } from "../figures/observed-figures.ts";
import { keyFigures } from "../figures/key-figures.ts";
import { columnUnit } from "../figures/units.ts";
import { isTriton } from "../host/capability.ts";
import { describeModelState } from "../host/model-state.ts";
import { Dot, type Tone } from "../ui/badge.tsx";
import { cx } from "../ui/classes.ts";
import { FailureCell } from "./failure-cell.tsx";
import { LoadButton } from "./load-button.tsx";
import { ModelBadges } from "../figures/model-badges.tsx";
import type { ModelsOrder, SortKey } from "../figures/sort-models.ts";
import { Trend } from "./trend.tsx";
import { type TrendFigure, trendFigure } from "./trend-figure.ts";
import type { ModelRepository } from "../host/model-repositories.ts";
import type { ListedModel } from "./use-server-models.ts";

const TRITON_FIGURES = [
  "inferencesPerSecond",
  "requestsPerSecond",
  "failuresPerSecond",
  "latencyP99Ms",
  "waiting",
  "meanBatch",
  "cacheHitRate",
] as const satisfies readonly FigureId[];

/** Width of the widest usual value, so that nothing moves when figures change. */
const ROOM: Partial<Record<FigureId, string>> = {
  failuresPerSecond: "min-w-10 2xl:min-w-22",
  inferencesPerSecond: "min-w-14",
  requestsPerSecond: "min-w-14",
};

interface Column {
  readonly figure: FigureId;
  /** In the column's head. */
  readonly unit: string;
  readonly text: (value: number | null) => string;
}

const none: readonly Advice[] = [];

const stateTones: Partial<Record<Tone, string>> = { bad: "text-bad", warn: "text-warn" };

interface ModelsTableProps {
  /** While it doesn't answer, the figures are the last known ones. */
  readonly server: ServerStatus;
  readonly models: readonly ListedModel[];
  readonly table: FigureTable;
  readonly order: ModelsOrder;
  /** Advice for all models. */
  readonly findings: readonly Advice[];
  /** The repository of each model; null: not shown. */
  readonly repositories: ReadonlyMap<string, ModelRepository> | null;
  readonly onSort: (key: SortKey) => void;
  /** With versions, maximum batch size and buttons that load and unload, instead of the last minute's trend. */
  readonly manage: boolean;
}

/** The models of a server of any kind with their figures, the same on every screen. */
export function ModelsTable(props: ModelsTableProps) {
  const { server, models, table, order, findings, repositories, onSort, manage } = props;
  const byModel = useMemo(() => Map.groupBy(findings, ({ model }) => model), [findings]);
  const figures = figureColumns(server, models, table);
  const rate = trendFigure(server);
  const hasTrend = isTriton(server) || models.some(({ name }) => table.get(name, rate));
  const trend = hasTrend && !manage ? rate : null;
  const more: MoreColumns = {
    trend,
    versions: trend === null && models.some(({ versions }) => versions.length > 0),
    configuration: models.some((model) => "sinceLoad" in model),
    actions: manage && server.capabilities.includes("load"),
  };
  const sortable = (key: SortKey, label: ReactNode, hint?: string) => (
    <SortableHead key={key} {...{ order, onSort, hint }} sortKey={key}>
      {label}
    </SortableHead>
  );
  return (
    <div
      role="group"
      aria-label={`Figures of the models of ${server.name}`}
      // Focusable, since it scrolls in a narrow window.
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">Models of {server.name}</caption>
        <thead className="border-line border-b text-left text-muted text-xs">
          <tr>
            {sortable("name", "Model")}
            {figures.map(({ figure, unit }) =>
              sortable(
                figure,
                <span>
                  {FIGURES[figure].label}
                  {unit && <span className="block font-normal">{unit}</span>}
                </span>,
                table.columnHint(figure),
              ),
            )}
            {more.trend && (
              <PlainHead>
                Last minute
                <span className="block font-normal">{FIGURES[more.trend].label}</span>
              </PlainHead>
            )}
            {more.versions && <PlainHead className={versionsCell(more)}>Versions</PlainHead>}
            {more.configuration && (
              <PlainHead className="hidden xl:table-cell">Configuration</PlainHead>
            )}
            {more.actions && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelRow
              key={model.name}
              server={server}
              model={model}
              repository={repositories?.get(model.name) ?? null}
              findings={byModel.get(model.name) ?? none}
              table={table}
              columns={figures}
              more={more}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Triton's columns are always shown, so that nothing moves; for other kinds those that a model reports. */
function figureColumns(
  server: ServerStatus,
  models: readonly ListedModel[],
  table: FigureTable,
): Column[] {
  const figures = isTriton(server)
    ? TRITON_FIGURES
    : keyFigures(server.kind).filter((figure) =>
        models.some(({ name }) => table.get(name, figure)),
      );
  return figures.map((figure) => {
    const values = models.map(({ name }) => table.value(name, figure));
    const { unit, text } = columnUnit(FIGURES[figure].unit, values);
    // Its cells have shares and rates.
    return { figure, text, unit: figure === "failuresPerSecond" ? "" : unit };
  });
}

interface SortableHeadProps {
  readonly sortKey: SortKey;
  readonly order: ModelsOrder;
  readonly onSort: (key: SortKey) => void;
  readonly hint: string | undefined;
  readonly children: ReactNode;
}

function SortableHead({ sortKey, order, onSort, hint, children }: SortableHeadProps) {
  const { sort, descending } = order;
  const isSorted = sort === sortKey;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (descending ? "descending" : "ascending") : "none"}
      className="px-2 2xl:px-4 py-1.5 align-top"
    >
      <button
        type="button"
        data-hint={hint}
        onClick={() => onSort(sortKey)}
        className={cx(
          "flex w-full items-start gap-1 font-medium hover:text-ink 2xl:whitespace-nowrap",
          sortKey === "name" ? "text-left" : "justify-end text-right",
          isSorted && "text-ink",
        )}
      >
        {children}
        {isSorted && <Arrow aria-hidden="true" className="mt-0.5 size-3 shrink-0" />}
      </button>
    </th>
  );
}

interface PlainHeadProps {
  readonly className?: string | false;
  readonly children: ReactNode;
}

function PlainHead({ className, children }: PlainHeadProps) {
  return (
    <th
      scope="col"
      className={cx("whitespace-nowrap px-2 2xl:px-4 py-1.5 align-top font-medium", className)}
    >
      {children}
    </th>
  );
}

/** Columns after the figures. */
interface MoreColumns {
  /** The figure of the trend; null: no trend. */
  readonly trend: TrendFigure | null;
  readonly versions: boolean;
  readonly configuration: boolean;
  readonly actions: boolean;
}

/** Versions are hidden in a narrow window, so that the buttons stay visible; the model's page shows them. */
const versionsCell = ({ configuration }: MoreColumns) => configuration && "hidden 2xl:table-cell";

interface ModelRowProps {
  readonly server: ServerStatus;
  readonly model: ListedModel;
  readonly repository: ModelRepository | null;
  readonly findings: readonly Advice[];
  readonly table: FigureTable;
  readonly columns: readonly Column[];
  readonly more: MoreColumns;
}

/** Each frame has a new table, although few figures differ on a quiet server. */
function isSameRow(one: ModelRowProps, other: ModelRowProps): boolean {
  const { name } = one.model;
  return (
    one.server === other.server &&
    one.model === other.model &&
    one.repository === other.repository &&
    one.findings === other.findings &&
    one.columns.length === other.columns.length &&
    one.columns.every(({ figure, unit }, index) => {
      const same = other.columns[index];
      if (same?.figure !== figure || same.unit !== unit) return false;
      return one.table.get(name, figure) === other.table.get(name, figure);
    }) &&
    one.more.trend === other.more.trend &&
    one.more.versions === other.more.versions &&
    one.more.configuration === other.more.configuration &&
    one.more.actions === other.more.actions
  );
}

const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { server, model, repository, findings, table, columns, more } = props;
  const { name, versions } = model;
  const live = server.state === "live";
  const overview = "sinceLoad" in model ? model : null;
  const outcomes = modelOutcomes(table, name, overview?.sinceLoad);
  return (
    <tr className="h-14 border-line border-b last:border-b-0 hover:bg-hover">
      <th scope="row" className="px-2 2xl:px-4 py-2 text-left font-normal">
        <ModelName {...{ server, model, repository, findings, table }} />
      </th>
      {columns.map(({ figure, text }) => (
        <td key={figure} className={cx("px-2 2xl:px-4 py-1 text-right", !live && "text-muted")}>
          <div className={ROOM[figure] ?? "min-w-10"}>
            {figure === "failuresPerSecond" ? (
              <FailureCell outcomes={outcomes} />
            ) : (
              <span data-hint={table.hint(name, figure)} className="whitespace-nowrap">
                {text(table.value(name, figure))}
              </span>
            )}
            {figure === "inferencesPerSecond" && isAllCached(table, name) && (
              <span
                className="block text-muted text-xs"
                data-hint="The response cache answers every request, so the model itself infers nothing."
              >
                all cached
              </span>
            )}
          </div>
        </td>
      ))}
      {more.trend && (
        <td className="px-2 2xl:px-4 py-1">
          <Trend
            serverId={server.id}
            model={name}
            figure={more.trend}
            mean={table.value(name, more.trend)}
          />
        </td>
      )}
      {more.versions && (
        <td className={cx(versionsCell(more), "px-2 2xl:px-4 py-1")}>
          {versions.join(", ") || "none"}
        </td>
      )}
      {more.configuration && (
        <td className="hidden px-2 py-1 xl:table-cell 2xl:px-4">
          {overview && <ModelBadges model={overview} />}
          {overview && !more.trend && (
            <span className="text-muted text-xs">{describeMaxBatch(overview)}</span>
          )}
        </td>
      )}
      {more.actions && (
        <td className="px-2 py-1 text-right 2xl:px-4">
          <LoadButton model={model} server={server} />
        </td>
      )}
    </tr>
  );
}, isSameRow);

type ModelNameProps = Pick<ModelRowProps, "server" | "model" | "repository" | "findings" | "table">;

/** A model's name and state, why it doesn't serve, and other information of the server. */
function ModelName({ server, model, repository, findings, table }: ModelNameProps) {
  const { name, state, reason } = model;
  const outcomes = modelOutcomes(table, name);
  const { tone, words, hint } = describeModelState({ state, ...outcomes }, server);
  const isLoading = state === "LOADING" || state === "loading";
  const facts = "facts" in model ? model.facts : [];
  return (
    <>
      <span className="flex items-center gap-2">
        <Dot tone={tone} pulse={server.state === "live" && isLoading} />
        <Link
          to="/models/$name"
          params={{ name }}
          search={{ server: server.id }}
          className="max-w-72 break-words font-semibold hover:text-accent hover:underline 2xl:max-w-96"
        >
          {name}
        </Link>
        <span
          className={cx("text-xs", stateTones[tone] ?? "text-muted")}
          data-hint={reason ?? hint}
        >
          {words}
        </span>
        <span className="min-w-11">
          <AdviceCount model={name} findings={findings} />
        </span>
      </span>
      {repository && !reason && (
        <span
          className="block max-w-60 truncate 2xl:max-w-96 pl-4 text-muted text-xs"
          data-hint={repository.repository}
        >
          in {repository.name}
        </span>
      )}
      {reason && (
        <span
          className="block max-w-60 truncate 2xl:max-w-96 pl-4 text-bad text-xs"
          data-hint={reason}
        >
          {reason}
        </span>
      )}
      {facts.length > 0 && (
        <span
          className="block max-w-64 truncate 2xl:max-w-96 pl-4 text-muted text-xs"
          data-hint={facts.map(([label, value]) => `${label}: ${value}`).join("\n")}
        >
          {facts.map(([label, value]) => `${label} ${value}`).join(" · ")}
        </span>
      )}
    </>
  );
}

function describeMaxBatch({ maxBatchSize }: ModelOverview): string {
  if (maxBatchSize === null) return "max batch not known";
  return maxBatchSize === 0 ? "max batch 0: takes no batches" : `max batch ${maxBatchSize}`;
}
