import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, useMemo } from "react";
import { AdviceCount } from "../advisor/advice-count.tsx";
import type {
  Advice,
  ModelOverview,
  OverviewFrame,
  ServerStatus,
} from "../../main/contract/index.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { Figure } from "../figures/figure.tsx";
import { type FigureName, figureHint, figures, figureText } from "../figures/figures.ts";
import { FailureCell } from "../models/failure-cell.tsx";
import { ModelBadges } from "../models/model-badges.tsx";
import { describeModelState } from "../models/model-state.ts";
import { Dot, type Tone } from "../ui/badge.tsx";
import { cx } from "../ui/classes.ts";
import type { SortKey } from "./sort-models.ts";

interface Column {
  readonly key: SortKey;
  readonly figure: FigureName;
}

const columns: readonly Column[] = [
  { key: "throughput", figure: "inferencesPerSecond" },
  { key: "requests", figure: "requestsPerSecond" },
  { key: "failures", figure: "failuresPerSecond" },
  { key: "p99", figure: "p99Ms" },
  { key: "queue", figure: "queueDepth" },
  { key: "batch", figure: "meanBatch" },
  { key: "cache", figure: "cacheHitRate" },
];

const none: readonly Advice[] = [];

const stateTones: Partial<Record<Tone, string>> = { bad: "text-bad", warn: "text-warn" };

interface ModelsTableProps {
  /** While it does not answer, the figures are the last known. */
  readonly server: ServerStatus;
  readonly models: readonly ModelOverview[];
  readonly provenance: OverviewFrame["provenance"];
  readonly sort: SortKey;
  readonly descending: boolean;
  /** What is advised on all models. */
  readonly findings: readonly Advice[];
  readonly onSort: (key: SortKey) => void;
}

export function ModelsTable(props: ModelsTableProps) {
  const { server, models, provenance, sort, descending, findings, onSort } = props;
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
            {columns.map(({ key, figure }) => {
              const hint = figureHint(figure, provenance[figure]);
              return head(key, figures[figure].label, hint, true);
            })}
            <th scope="col" className="whitespace-nowrap px-2 2xl:px-4 py-1.5 font-medium">
              Last minute
            </th>
            <th scope="col" className="whitespace-nowrap px-2 2xl:px-4 py-1.5 font-medium">
              Configuration
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelRow
              key={model.name}
              server={server}
              model={model}
              findings={byModel.get(model.name) ?? none}
              provenance={provenance}
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
  readonly provenance: OverviewFrame["provenance"];
}

const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { server, model, findings, provenance } = props;
  const live = server.state === "live";
  const { tone, words, hint } = describeModelState(model, server);
  return (
    <tr className="border-line border-b last:border-b-0 hover:bg-hover">
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
      {columns.map(({ key, figure }) => (
        <td key={key} className={cx("px-2 2xl:px-4 py-2 text-right", !live && "text-muted")}>
          {key === "failures" ? (
            <FailureCell outcomes={model} />
          ) : (
            <Figure
              name={figure}
              value={model.latest?.[figure] ?? null}
              provenance={provenance[figure]}
            />
          )}
          {figure === "inferencesPerSecond" && allCached(model) && (
            <span
              className="block text-muted text-xs"
              data-hint="The response cache answers every request, so the model itself infers nothing."
            >
              all cached
            </span>
          )}
        </td>
      ))}
      <td className="px-2 2xl:px-4 py-1">
        <Sparkline
          points={model.spark}
          label={`Throughput of ${model.name} in the last minute, now ${figureText(
            "inferencesPerSecond",
            model.latest?.inferencesPerSecond ?? null,
          )}`}
        />
      </td>
      <td className="px-2 2xl:px-4 py-2">
        <ModelBadges model={model} />
      </td>
    </tr>
  );
});

function allCached({ latest }: ModelOverview): boolean {
  return (
    latest !== null &&
    latest.requestsPerSecond > 0 &&
    latest.inferencesPerSecond === 0 &&
    latest.cacheHitRate === 1
  );
}
