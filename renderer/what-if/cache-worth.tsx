import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type {
  CacheObservation,
  CacheWorth,
  WhatIfLoad,
  WhatIfQuestion,
} from "../../main/contract/index.ts";
import { HitRateChart } from "../charts/hit-rate-chart.tsx";
import { formatBytes, formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { showError } from "../ui/toasts.tsx";
import {
  describeProgress,
  describeRequests,
  describeSaving,
  hitRateAt,
  mibForAll,
} from "./cache-worth-text.ts";
import type { Calibrated } from "./scenario.ts";
import { SliderField } from "./slider-field.tsx";
import { logSlider } from "./slider-scale.ts";

const LOOK_AGAIN_MS = 2000;
const MIB = 1024 ** 2;
const MEMORY = logSlider(0.01, 65_536);
const DURATIONS = [
  { value: "60", label: "1 min" },
  { value: "300", label: "5 min" },
  { value: "1800", label: "30 min" },
] as const;

interface CachePrediction {
  readonly basis: Calibrated;
  readonly batchesOf: NonNullable<WhatIfQuestion["batchesOf"]>;
  readonly load: WhatIfLoad;
  readonly itemsPerRequest: number;
  /** Makes the hit rate part of the scenario. */
  readonly onUse: (hitRate: number) => void;
}

interface CacheWorthProps {
  readonly serverId: string;
  readonly model: string;
  /** Null while there are too few statistics to predict from. */
  readonly prediction: CachePrediction | null;
}

/** Value of a response cache for the model's current requests. */
export function CacheWorthCard({ serverId, model, prediction }: CacheWorthProps) {
  const queries = useQueryClient();
  const { data, error } = useRequest("whatIf.cache", { serverId, model });
  const isObserving = data?.state === "supported" && data.observation?.state === "observing";
  useEffect(() => {
    if (!isObserving) return undefined;
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: ["whatIf.cache", { serverId, model }] }),
      LOOK_AGAIN_MS,
    );
    return () => clearInterval(timer);
  }, [queries, isObserving, serverId, model]);
  if (error) return <ErrorNotice title="Can't read the cache observation" error={error} />;
  if (!data) return null;
  return (
    <Card title="Response cache">
      <div className="flex flex-col gap-3 px-4 py-3">
        {data.state === "unsupported" ? (
          <p className="text-muted">{data.reason}</p>
        ) : (
          <>
            <ObserveControls serverId={serverId} model={model} observation={data.observation} />
            {data.observation && (
              <Estimate
                observation={data.observation}
                capacityBytes={data.capacityBytes}
                prediction={prediction}
              />
            )}
          </>
        )}
      </div>
      {data.state === "supported" && data.observation && data.observation.requests > 0 && (
        <Clients clients={data.observation.clients} />
      )}
    </Card>
  );
}

interface ObserveControlsProps {
  readonly serverId: string;
  readonly model: string;
  readonly observation: CacheObservation | null;
}

function ObserveControls({ serverId, model, observation }: ObserveControlsProps) {
  const [seconds, setSeconds] = useState<(typeof DURATIONS)[number]["value"]>("300");
  const observe = useAction("whatIf.observeCache", ["whatIf.cache"]);
  const stop = useAction("whatIf.stopObservingCache", ["whatIf.cache"]);
  const onError = (error: Error) => showError("The requests can't be observed.", error);
  return (
    <>
      <p className="text-muted">
        Observe the model's requests to see what share of them a cache of any size would answer,
        before you turn it on. Hashes of the requests are kept, never their contents.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {observation && <p role="status">{describeProgress(observation)}</p>}
        {observation?.state === "observing" ? (
          <Button
            disabled={stop.isPending}
            onClick={() => stop.mutate({ serverId, model }, { onError })}
          >
            Stop
          </Button>
        ) : (
          <>
            <Segmented
              label="Time to observe"
              options={[...DURATIONS]}
              value={seconds}
              onPick={setSeconds}
            />
            <Button
              disabled={observe.isPending}
              onClick={() =>
                observe.mutate({ serverId, model, seconds: Number(seconds) }, { onError })
              }
            >
              {observation ? "Observe again" : "Observe requests"}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

interface EstimateProps {
  readonly observation: CacheObservation;
  readonly capacityBytes: Extract<CacheWorth, { state: "supported" }>["capacityBytes"];
  readonly prediction: CachePrediction | null;
}

function Estimate({ observation, capacityBytes, prediction }: EstimateProps) {
  const [chosenMib, setChosenMib] = useState<number | null>(null);
  const { curve, hashNs, requests } = observation;
  if (requests === 0) return <p className="text-muted">No requests yet.</p>;
  const usual =
    capacityBytes === null ? mibForAll(observation) : Number((capacityBytes / MIB).toPrecision(3));
  const mib = chosenMib ?? usual;
  const isWrong = !(mib > 0 && mib <= 1024 ** 3);
  const bytes = isWrong ? 0 : mib * MIB;
  const hitRate = hitRateAt(curve, bytes);
  return (
    <>
      <p>{describeRequests(observation)}</p>
      {curve.length > 0 && (
        <>
          <HitRateChart
            about="Share of the observed requests that an LRU cache of this model alone would answer, empty at first. A longer observation sees more repeated requests."
            curve={curve}
            chosen={{ bytes, hitRate }}
          />
          <SliderField
            label="Cache memory"
            unit="MiB"
            help={
              capacityBytes === null
                ? "This server has no cache: start it with --cache-config=local,size=BYTES."
                : `This server's cache has ${formatBytes(capacityBytes)}, shared by all models that use it.`
            }
            scale={MEMORY}
            value={mib}
            error={isWrong ? "Enter a number above 0, in MiB." : undefined}
            onChange={setChosenMib}
          />
          <p>
            Predicted hit rate <strong>{formatPercent(hitRate)}</strong> with {formatBytes(bytes)}.
            Each lookup takes about {formatDuration(hashNs / 1e6)} to hash the request.
          </p>
          {prediction && <Saving prediction={prediction} hitRate={hitRate} hashNs={hashNs} />}
        </>
      )}
    </>
  );
}

interface SavingProps {
  readonly prediction: CachePrediction;
  readonly hitRate: number;
  readonly hashNs: number;
}

/** Compute time and latency with that hit rate, through the simulator. */
function Saving({ prediction, hitRate, hashNs }: SavingProps) {
  const { basis, batchesOf, load, itemsPerRequest, onUse } = prediction;
  const { settings, cost } = basis;
  const { data, error } = useRequest(
    "whatIf.predict",
    {
      cost: { ...cost, cacheHitNs: Math.max(cost.cacheHitNs, hashNs) },
      batchesOf,
      load,
      itemsPerRequest,
      configurations: [
        { settings, cacheHitRate: 0 },
        { settings, cacheHitRate: hitRate },
      ],
    },
    { keepPrevious: true },
  );
  const [without, withCache] = data ?? [];
  return (
    <>
      {error && <ErrorNotice title="The saving can't be predicted" error={error} />}
      {without && withCache && (
        <p role="status">
          Without and with the cache at the load above:{" "}
          {describeSaving(without, withCache, settings.instances)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={hitRate === 0} onClick={() => onUse(Number(hitRate.toFixed(4)))}>
          Use this hit rate in What-if
        </Button>
        <span className="text-muted text-xs">
          Then Keep as draft turns response_cache on in the configuration.
        </span>
      </div>
    </>
  );
}

function Clients({ clients }: { clients: CacheObservation["clients"] }) {
  return (
    <div className="border-line border-t">
      <h3 className="px-4 pt-3 font-semibold">Who repeats requests</h3>
      <DataTable
        caption="Clients by repeated requests"
        columns={[
          { key: "address", head: "Client" },
          { key: "agent", head: "User agent" },
          { key: "repeated", head: "Repeated", numeric: true },
          { key: "requests", head: "Requests", numeric: true },
          { key: "share", head: "Share", numeric: true },
        ]}
        rows={clients.map(({ address, userAgent, repeated, requests }) => ({
          key: `${address} ${userAgent}`,
          cells: [
            address || "unknown",
            <span key="agent" className="wrap-anywhere">
              {userAgent || "unknown"}
            </span>,
            formatCount(repeated),
            formatCount(requests),
            formatPercent(requests > 0 ? repeated / requests : null),
          ],
        }))}
      />
    </div>
  );
}
