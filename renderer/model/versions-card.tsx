import { type FigureId, FIGURES, type SeriesKey } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { Figure } from "../figures/figure.tsx";
import { useAction, useRequest } from "../host/requests.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { useId, useState } from "react";
import { formatPercent } from "../format/numbers.ts";
import { Button } from "../ui/button.tsx";
import { TextInput } from "../ui/field.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";
import { readShares, type Weights } from "./shares.ts";

interface VersionsCardProps {
  readonly serverId: string;
  readonly model: string;
  /** Serving versions. */
  readonly served: readonly string[];
  readonly span: Span;
  /** Whether the server can split traffic. */
  readonly insight: boolean;
  /** Whether it is only polled over HTTP. */
  readonly overHttp: boolean;
}

const compared: readonly FigureId[] = [
  "inferencesPerSecond",
  "requestsPerSecond",
  "latencyP50Ms",
  "latencyP99Ms",
  "meanBatch",
  "failuresPerSecond",
];

/** Number of compared versions: the newest. */
const MOST = 50;

/** Compares a model's serving versions, and splits traffic between them. */
export function VersionsCard(props: VersionsCardProps) {
  if (props.served.length < 2) return null;
  return <Versions {...props} />;
}

function Versions({ serverId, model, served, span, insight, overHttp }: VersionsCardProps) {
  const [from, to] = span;
  const versions = served.toSorted((a, b) => Number(a) - Number(b)).slice(-MOST);
  const keys = versions.flatMap((version) =>
    compared.map((figure): SeriesKey => ({ kind: "figure", figure, model, version })),
  );
  const { data, error } = useRequest(
    "observed.series",
    { serverId, keys, from, to, maxPoints: 1 },
    { keepPrevious: true },
  );
  const values = data?.[0]?.values;
  return (
    <Card title="Versions side by side" className="min-w-0 lg:col-span-2 min-[110rem]:col-span-3">
      {error && <ErrorNotice title="Can't compare the versions" error={error} />}
      <DataTable
        caption="Versions over the span shown"
        columns={[
          { key: "version", head: "Version" },
          ...compared.map((figure) => ({
            key: figure,
            head: FIGURES[figure].label,
            numeric: true,
          })),
        ]}
        rows={versions.map((version, row) => ({
          key: version,
          cells: [
            version,
            ...compared.map((figure, column) => (
              <Figure
                key={figure}
                figure={figure}
                value={values?.[row * compared.length + column]?.value ?? null}
                hint={`${FIGURES[figure].label}. ${FIGURES[figure].meaning}\nOver the time range shown.`}
              />
            )),
          ],
        }))}
      />
      {insight ? (
        <VersionSplitForm serverId={serverId} model={model} versions={versions} />
      ) : (
        <p className="border-line border-t px-4 py-3 text-muted">
          {overHttp
            ? "Traffic can't be split by weight here: Triton doesn't support it, and Batchdeck’s engine needs gRPC, for which this connection has no address."
            : "This server cannot split traffic by weight; Triton doesn't support it."}{" "}
          Requests that name no version go to the newest.
        </p>
      )}
    </Card>
  );
}

interface VersionSplitProps {
  readonly serverId: string;
  readonly model: string;
  /** Ascending. */
  readonly versions: readonly string[];
}

/** Splits traffic without a version by weights; off until weights are applied. */
function VersionSplitForm({ serverId, model, versions }: VersionSplitProps) {
  const { data, error } = useRequest("models.versionSplit", { serverId, model });
  const set = useAction("models.setVersionSplit", ["models.versionSplit"]);
  const [typed, setTyped] = useState<Weights | null>(null);
  const id = useId();
  const newest = versions.at(-1) ?? "";
  if (error) return <ErrorNotice title="Can't read the split" error={error} />;
  const inForce = data?.weights ?? {};
  const on = Object.keys(inForce).length > 0;
  const weights = typed ?? firstWeights(versions, inForce, newest);
  const { shares, error: wrong } = readShares(weights);
  const apply = (next: Record<string, number>, done: string) =>
    set.mutate(
      { serverId, model, weights: next },
      {
        onSuccess: () => {
          setTyped(null);
          showSuccess(done);
        },
        onError: (failure) => showError("Can't set the split.", failure),
      },
    );
  return (
    <form
      aria-label={`Split traffic to ${model} among versions`}
      className="flex flex-col gap-2 border-line border-t px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (shares) apply(toNumbers(weights), `Traffic to ${model} is split`);
      }}
    >
      <p className="text-muted">
        {on
          ? "Traffic that names no version is split by these weights, from the next request on."
          : `Not split: traffic that names no version goes to version ${newest}, the newest. Enter weights to split it.`}{" "}
        Weights may sum to anything. Only Batchdeck’s engine does this; Triton doesn't support it.
      </p>
      <div className="flex flex-wrap items-end gap-4">
        {versions.map((version) => (
          <div key={version} className="flex flex-col gap-1">
            <label htmlFor={`${id}-${version}`} className="font-medium">
              Weight of version {version}
            </label>
            <span className="flex items-center gap-2">
              <TextInput
                id={`${id}-${version}`}
                inputMode="decimal"
                className="w-24"
                value={weights[version] ?? ""}
                aria-invalid={wrong !== null}
                onChange={(event) => setTyped({ ...weights, [version]: event.target.value })}
              />
              <span className="w-14 text-muted">
                {shares ? formatPercent(shares[version] ?? 0) : "–"}
              </span>
            </span>
          </div>
        ))}
        <Button
          type="submit"
          look="primary"
          disabled={shares === null || set.isPending || (on && typed === null)}
        >
          {set.isPending ? "Applying…" : on ? "Apply" : "Split traffic"}
        </Button>
        {on && (
          <Button
            disabled={set.isPending}
            onClick={() => apply({}, `All traffic to ${model} goes to version ${newest}`)}
          >
            Reset to newest
          </Button>
        )}
      </div>
      {wrong && (
        <p role="alert" className="text-bad text-xs">
          {wrong}
        </p>
      )}
    </form>
  );
}

/** Initial values: the active weights, or 90 for the second newest version and 10 for the newest. */
function firstWeights(
  versions: readonly string[],
  inForce: Readonly<Record<string, number>>,
  newest: string,
): Weights {
  const before = versions.at(-2);
  const suggested = (version: string) =>
    version === newest ? "10" : version === before ? "90" : "0";
  const on = Object.keys(inForce).length > 0;
  return Object.fromEntries(
    versions.map((version) => [version, on ? String(inForce[version] ?? 0) : suggested(version)]),
  );
}

function toNumbers(weights: Weights): Record<string, number> {
  return Object.fromEntries(
    Object.entries(weights)
      .map(([version, text]): [string, number] => [version, Number(text)])
      .filter(([, weight]) => weight > 0),
  );
}
