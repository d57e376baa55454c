import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ModelUsage, ServerStatus } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useRequest } from "../host/requests.ts";
import { useFigureTable } from "../figures/use-figure-table.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Notice } from "../ui/notice.tsx";
import { useNow } from "../ui/use-now.ts";

interface UnloadDialogProps {
  readonly model: string;
  readonly server: ServerStatus;
  readonly onUnload: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an unload, and lists what uses the model. */
export function UnloadDialog({ model, server, onUnload, onClose }: UnloadDialogProps) {
  const { data, error, isFetching } = useRequest("models.usage", { serverId: server.id, model });
  const usage = isFetching ? undefined : data;
  return (
    <Confirm
      open
      size="medium"
      title={`Unload ${model} from ${server.name}?`}
      verb={`Unload ${model}`}
      waiting={isFetching}
      onConfirm={onUnload}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>Requests in progress finish. New requests to {model} fail until it is loaded again.</p>
        {server.capabilities.includes("statistics") && (
          <TrafficNow serverId={server.id} model={model} />
        )}
        {isFetching && <p className="text-muted">Checking what uses {model}…</p>}
        {!isFetching && error && (
          <Notice tone="warn" title={`Can't check what uses ${model}`}>
            {error.message}
          </Notice>
        )}
        {usage && <Usage model={model} usage={usage} onLeave={onClose} />}
      </div>
    </Confirm>
  );
}

function TrafficNow({ serverId, model }: { serverId: string; model: string }) {
  const rate = useFigureTable(serverId).value(model, "requestsPerSecond") ?? 0;
  if (rate < 0.05) return null;
  return (
    <Notice tone="warn" title={`${model} receives ${rate.toFixed(1)} requests/s now`}>
      These clients get errors.
    </Notice>
  );
}

interface UsageProps {
  readonly model: string;
  readonly usage: ModelUsage;
  readonly onLeave: () => void;
}

function Usage({ model, usage, onLeave }: UsageProps) {
  const entries = usageEntries(model, usage, useNow(), onLeave);
  return (
    <>
      {entries.length > 0 ? (
        <section aria-label={`What uses ${model}`}>
          <h3 className="mb-1 font-semibold">Also affected</h3>
          <ul className="flex list-disc flex-col gap-1 pl-5 wrap-anywhere">
            {entries.map(([key, text]) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </section>
      ) : (
        usage.problem === null && <p className="text-muted">Nothing in this console uses it.</p>
      )}
      {usage.problem !== null && (
        <Notice tone="warn" title="Can't check which ensembles use it">
          {usage.problem}
        </Notice>
      )}
      {usage.unchecked.length > 0 && (
        <p className="text-muted">
          Not checked: {usage.unchecked.join(", ")}. Not loaded and their files can't be read, so
          they may be ensembles over {model}.
        </p>
      )}
    </>
  );
}

const NAME_LINK = "font-semibold text-accent underline";

/** One line for each use of the model; what would stop comes first. */
function usageEntries(
  model: string,
  usage: ModelUsage,
  now: number,
  onLeave: () => void,
): [key: string, text: ReactNode][] {
  const { ensembles, experiments, tuning, searches, watches, sampleTraffic, fleets, override } =
    usage;
  const { rollouts, canaries, alertRules } = usage;
  return [
    ...ensembles.map(({ name, serving }): [string, ReactNode] => [
      `ensemble ${name}`,
      serving ? (
        <>
          Ensemble <b>{name}</b> stops serving too. It comes back when {model} is loaded again.
        </>
      ) : (
        <>
          Ensemble <b>{name}</b> isn't loaded. It can't be loaded without {model}.
        </>
      ),
    ]),
    ...sampleTraffic.map((name): [string, ReactNode] => [
      `traffic ${name}`,
      <>
        Sample traffic to <b>{name}</b> is running. Its requests fail.
      </>,
    ]),
    ...experiments.map(({ id, name, state, model: target }): [string, ReactNode] => [
      `experiment ${id}`,
      <>
        Experiment{" "}
        <Link
          to="/experiments/$id"
          params={{ id: String(id) }}
          onClick={onLeave}
          className={NAME_LINK}
        >
          {name}
        </Link>{" "}
        {state === "running"
          ? `is measuring ${target}. Its requests fail.`
          : `on ${target} is paused. It can't continue before ${model} is loaded again.`}
      </>,
    ]),
    ...tuning.map(({ id, name, state }): [string, ReactNode] => [
      `tuning ${id}`,
      <>
        Tuning session{" "}
        <Link to="/tuning/$id" params={{ id: String(id) }} onClick={onLeave} className={NAME_LINK}>
          {name}
        </Link>{" "}
        is open
        {state === "measuring" || state === "baseline"
          ? " and measuring. Its measurement fails."
          : ". It can't continue before the model is loaded again."}
      </>,
    ]),
    ...searches.map(({ id, name, state }): [string, ReactNode] => [
      `search ${id}`,
      <>
        Search{" "}
        <Link
          to="/tuning/search/$id"
          params={{ id: String(id) }}
          onClick={onLeave}
          className={NAME_LINK}
        >
          {name}
        </Link>{" "}
        {state === "paused"
          ? "is paused. It can't continue before the model is loaded again."
          : "is running. Its measurements fail."}
      </>,
    ]),
    ...watches.map(({ id, name, nextAt }): [string, ReactNode] => [
      `watch ${id}`,
      <>
        Watch <b>{name}</b> fails at its next run
        {nextAt === null ? "" : ` (${formatMoment(nextAt, now)})`}.
      </>,
    ]),
    ...fleets.map(({ id, name, replica }): [string, ReactNode] => [
      `fleet ${id}`,
      <>
        Fleet{" "}
        <Link to="/fleets/$id" params={{ id: String(id) }} onClick={onLeave} className={NAME_LINK}>
          {name}
        </Link>{" "}
        has this server as replica {replica}. The other replicas keep serving.
      </>,
    ]),
    ...rollouts.map(({ fleetId, fleet, state }): [string, ReactNode] => [
      `rollout ${fleetId}`,
      <>
        A rollout of {model} over{" "}
        <Link
          to="/fleets/$id"
          params={{ id: String(fleetId) }}
          onClick={onLeave}
          className={NAME_LINK}
        >
          {fleet}
        </Link>{" "}
        {state === "running" ? "is running. Its step on this server fails." : "is paused."}
      </>,
    ]),
    ...canaries.map(({ id, against }): [string, ReactNode] => [
      `canary ${id}`,
      <>A canary comparison with {against} is running. Its requests fail.</>,
    ]),
    ...alertRules.map(({ id, name, fires }): [string, ReactNode] => [
      `alert rule ${id}`,
      <>
        Alert rule{" "}
        <Link to="/alerts" onClick={onLeave} className={NAME_LINK}>
          {name}
        </Link>{" "}
        {fires ? "becomes active while the model isn't loaded." : "has no data for it."}
      </>,
    ]),
    ...(override
      ? [
          [
            "override",
            <>
              An override serves instead of config.pbtxt. Unloading drops it. <b>Load again</b> puts
              it back; a plain load serves config.pbtxt.
            </>,
          ] as [string, ReactNode],
        ]
      : []),
  ];
}
