import { FIGURES, type FigureId, type SeriesKey } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { Figure } from "../figures/figure.tsx";
import { useRequest } from "../host/requests.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { VersionSplitForm } from "./version-split.tsx";

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
