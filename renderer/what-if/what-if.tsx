import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useRequest } from "../host/requests.ts";
import { PredictedAgainstMeasured } from "../figures/predicted-against-measured.tsx";
import { useFigureTable } from "../figures/use-figure-table.ts";
import { useServer } from "../host/topics.ts";
import { count } from "../format/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Actions } from "./actions.tsx";
import { CacheWorthCard } from "./cache-worth.tsx";
import { Figures } from "./figures.tsx";
import { PredictedBatches, PredictedCurve } from "./predicted-charts.tsx";
import {
  type Calibrated,
  firstScenario,
  questionFor,
  recallScenario,
  rememberScenario,
  type Scenario,
  scenarioErrors,
} from "./scenario.ts";
import { Uncalibrated } from "./uncalibrated.tsx";
import { ScenarioForm } from "./scenario-form.tsx";
import {
  describeExtrapolation,
  describeFrontEnd,
  describeOverload,
  describeProcesses,
} from "./what-if-text.ts";

const LOOK_AGAIN_MS = 2000;
/** With fewer, figures still change: statistics are read again until there are this many. */
const ENOUGH_EXECUTIONS = 1000;

interface WhatIfProps {
  readonly serverId: string;
  readonly model: string;
  /** Why no load can be sent to the model; undefined: it can. */
  readonly blocked: string | undefined;
}

/** Predicts a model's latency and throughput with another load or configuration. */
export function WhatIf({ serverId, model, blocked }: WhatIfProps) {
  const queries = useQueryClient();
  const { data, error } = useRequest("whatIf.basis", { serverId, model });
  const waits =
    data?.state === "uncalibrated" ||
    (data && (data.isCollecting === true || data.executions < ENOUGH_EXECUTIONS)) === true;
  const readAgain = () =>
    void queries.invalidateQueries({ queryKey: ["whatIf.basis", { serverId, model }] });
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: ["whatIf.basis", { serverId, model }] }),
      LOOK_AGAIN_MS,
    );
    return () => clearInterval(timer);
  }, [queries, waits, serverId, model]);
  if (error) return <ErrorNotice title={`Can't predict ${model}`} error={error} />;
  if (!data) return <p className="text-muted">Reading the statistics…</p>;
  if (data.state === "uncalibrated") {
    return (
      <div className="flex flex-col gap-4">
        <Uncalibrated serverId={serverId} model={model} reason={data.reason} blocked={blocked} />
        <CacheWorthCard serverId={serverId} model={model} prediction={null} />
      </div>
    );
  }
  return (
    <Predictor
      serverId={serverId}
      model={model}
      blocked={blocked}
      basis={data}
      onReadAgain={readAgain}
    />
  );
}

interface PredictorProps extends WhatIfProps {
  readonly basis: Calibrated;
  readonly onReadAgain: () => void;
}

function Predictor({ serverId, model, blocked, basis, onReadAgain }: PredictorProps) {
  const key = `${serverId} ${model}`;
  const server = useServer();
  const table = useFigureTable(serverId);
  const requestsPerSecond = table.value(model, "requestsPerSecond");
  const [scenario, setScenario] = useState(
    () => recallScenario(key) ?? firstScenario(basis, requestsPerSecond),
  );
  const change = (next: Scenario) => {
    setScenario(next);
    rememberScenario(key, next);
  };
  const errors = scenarioErrors(scenario, basis);
  const isWrong = errors.size > 0;
  const question = questionFor(scenario, basis, { serverId, model });
  const options = { enabled: !isWrong, keepPrevious: true };
  const predictions = useRequest("whatIf.predict", question, options);
  const curves = useRequest("whatIf.curve", question, options);
  const [active, changed] = predictions.data ?? [];
  const failure = predictions.error ?? curves.error;
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <ScenarioForm scenario={scenario} basis={basis} errors={errors} onChange={change} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 min-[110rem]:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {failure && <ErrorNotice title="The prediction failed" error={failure} />}
          <Card
            title="Prediction"
            aside={
              server && (
                <Actions
                  server={server}
                  model={model}
                  scenario={scenario}
                  basis={basis}
                  predictions={predictions.isPlaceholderData ? undefined : predictions.data}
                  isPredicting={predictions.isPlaceholderData || predictions.isLoading}
                  blocked={blocked}
                  isWrong={isWrong}
                />
              )
            }
          >
            {active ? (
              <>
                <Figures
                  active={active}
                  changed={changed}
                  measured={requestsPerSecond ? (figure) => table.value(model, figure) : null}
                />
                <Limits
                  basis={basis}
                  overloads={[
                    describeOverload(active, scenario.load, "The active configuration"),
                    changed &&
                      describeOverload(changed, scenario.load, "The changed configuration"),
                  ].filter((each) => typeof each === "string")}
                  extrapolated={describeExtrapolation(
                    basis,
                    changed ? scenario.settings : basis.settings,
                    (changed ?? active).batches,
                  )}
                  onReadAgain={onReadAgain}
                />
              </>
            ) : (
              <p className="px-4 py-3 text-muted">Predicting…</p>
            )}
          </Card>
          <LastPrediction serverId={serverId} model={model} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {active && predictions.data && (
            <>
              <PredictedCurve
                curves={(curves.data ?? []).slice(0, predictions.data.length)}
                predictions={predictions.data}
                load={scenario.load}
              />
              <div className="grid grid-cols-1 gap-4 2xl:grid-cols-2 min-[110rem]:grid-cols-1">
                <PredictedBatches predictions={predictions.data} />
              </div>
            </>
          )}
          <CacheWorthCard
            serverId={serverId}
            model={model}
            prediction={
              isWrong
                ? null
                : {
                    basis,
                    batchesOf: { serverId, model },
                    load: scenario.load,
                    itemsPerRequest: scenario.itemsPerRequest,
                    onUse: (cacheHitRate) => change({ ...scenario, cacheHitRate }),
                  }
            }
          />
        </div>
      </div>
    </div>
  );
}

/** Compares the last measured prediction with its experiment. */
function LastPrediction({ serverId, model }: { serverId: string; model: string }) {
  const { data: last } = useRequest("whatIf.lastPrediction", { serverId, model });
  const { data: experiment } = useRequest(
    "lab.get",
    { id: last?.experimentId ?? 0 },
    { enabled: Boolean(last) },
  );
  if (!last || !experiment || experiment.steps.length === 0) return null;
  return (
    <PredictedAgainstMeasured
      title="Last measured prediction"
      predicted={last.predicted}
      experiment={experiment}
      isLinked
    />
  );
}

interface LimitsProps {
  readonly basis: Calibrated;
  readonly overloads: readonly string[];
  readonly extrapolated: readonly string[];
  readonly onReadAgain: () => void;
}

/** How far the prediction can be relied on. */
function Limits({ basis, overloads, extrapolated, onReadAgain }: LimitsProps) {
  const { cost, executions, assumed, frontClients, processes } = basis;
  const sizes = cost.times.map(({ size }) => size);
  const span = sizes.length === 1 ? `${sizes[0]}` : `${sizes[0]} to ${sizes.at(-1)}`;
  return (
    <div className="flex flex-col gap-1.5 border-line border-t px-4 py-2.5 text-muted text-xs">
      {overloads.map((sentence) => (
        <p key={sentence} role="status" className="text-ink">
          <Badge tone="warn">Overloaded</Badge> {sentence}
        </p>
      ))}
      {extrapolated.map((sentence) => (
        <p key={sentence} role="status" className="text-ink">
          <Badge tone="warn">Extrapolated</Badge> {sentence}
        </p>
      ))}
      <p>
        Ranges: three equal runs, and one each with batch times 5 % shorter and longer. Latency
        within the server, without the network. No clear change: the ranges overlap. Measured: in
        the last minute.
      </p>
      {frontClients && (
        <p>
          Front end: {describeFrontEnd(cost)}, from experiments with {frontClients.join(", ")}{" "}
          clients.
        </p>
      )}
      {processes && <p>{describeProcesses(processes, cost.cores)}</p>}
      {assumed.length > 0 && <p>Assumed: {assumed.join("; ")}.</p>}
      <p className="flex flex-wrap items-center gap-x-2">
        Learned from {count(executions, "execution")} of batch size {span}.
        <Button look="quiet" className="h-6 px-2" onClick={onReadAgain}>
          Read statistics again
        </Button>
      </p>
    </div>
  );
}
