import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FilePen, FlaskConical } from "lucide-react";
import { useState } from "react";
import type {
  PredictedFigures,
  RequestResult,
  ServerStatus,
  WhatIfLoad,
  WhatIfPrediction,
} from "../../main/contract/index.ts";
import { takesConfigs } from "../host/capability.ts";
import { useAction } from "../host/requests.ts";
import type { NewExperimentSearch } from "../search.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { showError } from "../ui/toasts.tsx";
import { type Calibrated, isChanged, type Scenario } from "./scenario.ts";
import { meanBatch } from "./what-if-text.ts";

interface ActionsProps {
  readonly server: ServerStatus;
  readonly model: string;
  readonly scenario: Scenario;
  readonly basis: Calibrated;
  /** Predictions of this scenario, the active configuration first; undefined until they are known. */
  readonly predictions: readonly WhatIfPrediction[] | undefined;
  /** The prediction to measure is being computed. */
  readonly isPredicting: boolean;
  /** Why no load can be sent to the model; undefined: it can. */
  readonly blocked: string | undefined;
  /** Whether a value of the scenario is wrong. */
  readonly isWrong: boolean;
}

/** Actions for a prediction: measure it, or keep the configuration as a draft. */
export function Actions(props: ActionsProps) {
  const { server, model, scenario, basis, predictions, isPredicting, blocked, isWrong } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const makeText = useAction("whatIf.configText");
  const saveDraft = useAction("configs.saveDraft");
  const [replacing, setReplacing] = useState<RequestResult<"whatIf.configText"> | null>(null);
  const changed = isChanged(scenario, basis);
  const serverId = server.id;
  const measured = {
    ...measuredLoad(scenario, basis),
    model,
    ...(predictions && { predicted: predictions.map(toPredictedFigures) }),
  };
  const requestText = () =>
    makeText.mutateAsync({
      serverId,
      model,
      settings: scenario.settings,
      cache: (scenario.cacheHitRate ?? 0) > 0,
    });
  const measureChanged = async () => {
    const { text } = await requestText();
    await navigate({
      to: "/experiments/new",
      search: { ...measured, goal: "compare", candidate: text },
    });
  };
  const keep = async ({ text, baseEtag }: RequestResult<"whatIf.configText">) => {
    await saveDraft.mutateAsync({ serverId, model, text, baseEtag });
    queries.removeQueries({ queryKey: ["configs.get", { serverId, model }] });
    await navigate({
      to: "/models/$name",
      params: { name: model },
      search: { tab: "configuration" },
    });
  };
  const orSay = (title: string, work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => showError(title, error));
  const off = measureBlocker(server, { blocked, changed, isWrong, isPredicting });
  return (
    <span className="flex flex-wrap gap-2">
      {changed && (
        <Button
          disabled={isWrong || makeText.isPending || saveDraft.isPending}
          {...(isWrong && { "data-hint": WRONG })}
          onClick={orSay("The draft was not saved.", async () => {
            const made = await requestText();
            if (made.hasDraft) setReplacing(made);
            else await keep(made);
          })}
        >
          <FilePen aria-hidden="true" />
          Keep as draft
        </Button>
      )}
      {changed || off !== undefined ? (
        <Button
          look="primary"
          disabled={off !== undefined || makeText.isPending}
          {...(off !== undefined && { "data-hint": off })}
          onClick={orSay("The experiment can't be prepared.", measureChanged)}
        >
          <FlaskConical aria-hidden="true" />
          Measure this
        </Button>
      ) : (
        <Link to="/experiments/new" search={measured} className={buttonClass("primary")}>
          <FlaskConical aria-hidden="true" />
          Measure this
        </Link>
      )}
      <Confirm
        open={replacing !== null}
        title={`Replace the draft of ${model}?`}
        verb="Replace draft"
        onConfirm={orSay("The draft was not saved.", async () => {
          if (replacing) await keep(replacing);
        })}
        onClose={() => setReplacing(null)}
      >
        Its configuration has a draft with other changes. They are lost.
      </Confirm>
    </span>
  );
}

const toPredictedFigures = (prediction: WhatIfPrediction): PredictedFigures => ({
  throughput: prediction.throughput,
  p50Ms: prediction.p50Ms,
  p99Ms: prediction.p99Ms,
  meanBatch: meanBatch(prediction.batches),
});

const WRONG = "Correct the marked fields first.";

function measureBlocker(
  server: ServerStatus,
  {
    blocked,
    changed,
    isWrong,
    isPredicting,
  }: { blocked: string | undefined; changed: boolean; isWrong: boolean; isPredicting: boolean },
): string | undefined {
  if (blocked !== undefined) return blocked;
  if (isWrong) return WRONG;
  if (isPredicting) return "Predicting what will be measured…";
  return changed && !takesConfigs(server)
    ? `${server.name} does not accept configurations over its API, so only the active one can be measured. Start it with --model-control-mode=explicit.`
    : undefined;
}

/** The load for the experiment form. */
function measuredLoad(
  { load, itemsPerRequest, cacheHitRate }: Scenario,
  basis: Calibrated,
): NewExperimentSearch {
  const repeats = cacheHitRate ?? basis.cacheHitRate;
  return {
    ...givenLoad(load),
    batchSize: itemsPerRequest,
    ...(repeats > 0 && { repeats }),
  };
}

function givenLoad(load: WhatIfLoad): NewExperimentSearch {
  switch (load.kind) {
    case "rate":
      return { rates: [load.rate], arrivals: load.arrivals };
    case "intervals":
      return { gaps: [...load.micros] };
    case "clients":
      return { concurrencies: [load.clients] };
  }
}
