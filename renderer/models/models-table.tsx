import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, useMemo } from "react";
import { AdviceCount } from "../advisor/advice-count.tsx";
import {
  type Advice,
  FIGURES,
  type ModelOverview,
  type ServerStatus,
} from "../../main/contract/index.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { Figure } from "../figures/figure.tsx";
import { isAllCached, modelOutcomes } from "../figures/failure-figures.ts";
import type { FigureTable } from "../figures/observed-figures.ts";
import { unitWords } from "../figures/units.ts";
import { FailureCell } from "./failure-cell.tsx";
import { LoadButton } from "./load-button.tsx";
import { ModelBadges } from "./model-badges.tsx";
import { describeModelState } from "../host/model-state.ts";
import { Dot, type Tone } from "../ui/badge.tsx";
import { cx } from "../ui/classes.ts";
import { type SortKey, SORTED_FIGURES } from "./sort-models.ts";

interface Column {
  readonly key: Exclude<SortKey, "name">;
  /** Room for the widest usual value, so that nothing moves when figures change. */
  readonly room: string;
}

const columns: readonly Column[] = [
  { key: "throughput", room: "min-w-18" },
  { key: "requests", room: "min-w-18" },
  { key: "failures", room: "min-w-10 2xl:min-w-22" },
  { key: "p99", room: "min-w-14" },
  { key: "queue", room: "min-w-14" },
  { key: "batch", room: "min-w-18" },
  { key: "cache", room: "min-w-12" },
];

const none: readonly Advice[] = [];

const stateTones: Partial<Record<Tone, string>> = { bad: "text-bad", warn: "text-warn" };

interface ModelsTableProps {
  /** While it does not answer, the figures are the last known. */
  readonly server: ServerStatus;
  readonly models: readonly ModelOverview[];
  readonly table: FigureTable;
  readonly sort: SortKey;
  readonly descending: boolean;
  /** What is advised on all models. */
  readonly findings: readonly Advice[];
  readonly onSort: (key: SortKey) => void;
  /** With versions, the largest batch, and the buttons that load and unload, in place of the last minute's trend. */
  readonly manage?: boolean;
}

/** The models of a Triton with their figures, the same on every screen. */
export function ModelsTable(props: ModelsTableProps) {
  const { server, models, table, sort, descending, findings, onSort, manage = false } = props;
  const byModel = useMemo(() => Map.groupBy(findings, ({ model }) => model), [findings]);
  const head = (key: SortKey, label: string, hint: string | undefined, numeric: boolean) => (
    <th
      key={key}
      scope="col"
      aria-sort={sort === key ? (descending ? "descending" : "ascending") : "none"}
      className="px-2 2xl:px-4 py-1.5"
    >
      <button
        type="button"
        data-hint={hint}
        onClick={() => onSort(key)}
        className={cx(
          "flex w-full items-center gap-1 font-medium hover:text-ink 2xl:whitespace-nowrap",
          numeric && "justify-end text-right",
          sort === key && "text-ink",
        )}
      >
        {label}
        {sort === key &&
          (descending ? (
            <ArrowDown aria-hidden="true" className="size-3" />
          ) : (
            <ArrowUp aria-hidden="true" className="size-3" />
          ))}
      </button>
    </th>
  );
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">Models and their live figures</caption>
        <thead className="border-line border-b text-left text-muted text-xs">
          <tr>
            {head("name", "Model", undefined, false)}
            {columns.map(({ key }) => {
              const figure = SORTED_FIGURES[key];
              return head(key, FIGURES[figure].label, table.columnHint(figure), true);
            })}
            <th
              scope="col"
              className={cx(cellOf(manage), "whitespace-nowrap px-2 2xl:px-4 py-1.5 font-medium")}
            >
              {manage ? "Versions" : "Last minute"}
            </th>
            <th
              scope="col"
              className="hidden whitespace-nowrap px-2 py-1.5 font-medium xl:table-cell 2xl:px-4"
            >
              Configuration
            </th>
            {manage && (
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
              findings={byModel.get(model.name) ?? none}
              table={table}
              manage={manage}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ModelRowProps {
  readonly server: ServerStatus;
  readonly model: ModelOverview;
  readonly findings: readonly Advice[];
  readonly table: FigureTable;
  readonly manage: boolean;
}

/** Frames have other tables each second, of which few figures are others where little happens. */
function isSameRow(one: ModelRowProps, other: ModelRowProps): boolean {
  const { name } = one.model;
  return (
    one.server === other.server &&
    one.model === other.model &&
    one.findings === other.findings &&
    one.manage === other.manage &&
    Object.values(SORTED_FIGURES).every(
      (figure) => one.table.get(name, figure) === other.table.get(name, figure),
    )
  );
}

const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { server, model, findings, table, manage } = props;
  const { name, state, sinceLoad } = model;
  const live = server.state === "live";
  const outcomes = modelOutcomes(table, name, sinceLoad);
  const { tone, words, hint } = describeModelState({ state, ...outcomes }, server);
  return (
    <tr className="h-14 border-line border-b last:border-b-0 hover:bg-hover">
      <th scope="row" className="px-2 2xl:px-4 py-2 text-left font-normal">
        <span className="flex items-center gap-2">
          <Dot tone={tone} pulse={live && model.state === "LOADING"} />
          <Link
            to="/models/$name"
            params={{ name: model.name }}
            search={{ server: server.id }}
            className="max-w-72 break-words font-semibold hover:text-accent hover:underline 2xl:max-w-96"
          >
            {model.name}
          </Link>
          <span
            className={cx("text-xs", stateTones[tone] ?? "text-muted")}
            data-hint={model.reason ?? hint}
          >
            {words}
          </span>
          <AdviceCount model={model.name} findings={findings} />
        </span>
        {model.reason && (
          <span
            className="block max-w-60 truncate 2xl:max-w-96 pl-4 text-bad text-xs"
            data-hint={model.reason}
          >
            {model.reason}
          </span>
        )}
      </th>
      {columns.map(({ key, room }) => (
        <td key={key} className={cx("px-2 2xl:px-4 py-1 text-right", !live && "text-muted")}>
          <div className={room}>
            {key === "failures" ? (
              <FailureCell outcomes={outcomes} />
            ) : (
              <Figure
                figure={SORTED_FIGURES[key]}
                value={table.value(name, SORTED_FIGURES[key])}
                hint={table.hint(name, SORTED_FIGURES[key])}
              />
            )}
            {key === "throughput" && isAllCached(table, name) && (
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
      {manage ? (
        <td className={cx(cellOf(manage), "px-2 2xl:px-4 py-1")}>
          {model.versions.join(", ") || "none"}
        </td>
      ) : (
        <td className="px-2 2xl:px-4 py-1">
          <Sparkline
            points={model.spark}
            label={`Throughput of ${model.name} in the last minute, mean ${unitWords[
              "items/s"
            ].text(table.value(name, "inferencesPerSecond"))}`}
          />
        </td>
      )}
      <td className="hidden px-2 py-1 xl:table-cell 2xl:px-4">
        <ModelBadges model={model} />
        {manage && <span className="text-muted text-xs">{describeMaxBatch(model)}</span>}
      </td>
      {manage && (
        <td className="px-2 py-1 text-right 2xl:px-4">
          {server.capabilities.includes("load") && <LoadButton model={model} server={server} />}
        </td>
      )}
    </tr>
  );
}, isSameRow);

/** Versions give way in a narrow window, so that the buttons stay in sight; the model's page has them. */
const cellOf = (manage: boolean) => manage && "hidden 2xl:table-cell";

function describeMaxBatch({ maxBatchSize }: ModelOverview): string {
  if (maxBatchSize === null) return "max batch not known";
  return maxBatchSize === 0 ? "max batch 0: takes no batches" : `max batch ${maxBatchSize}`;
}
