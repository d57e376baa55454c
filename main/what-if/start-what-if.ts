import type { Clock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import { configFromJson, normalizeConfig, parseConfig } from "../../engine/config/index.ts";
import { changedText, type ConfigService, settingsFrom } from "../configs/index.ts";
import type {
  cacheObservationRequests,
  WhatIfQuestion,
  whatIfRequests,
} from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import type { Db } from "../store/index.ts";
import { instanceCount, predictionBasis, withFront } from "./basis.ts";
import { cacheWorth } from "./cache-worth.ts";
import { ExecutionLogStore } from "./execution-log-store.ts";
import { type AnswerSource, ExecutionLogs } from "./execution-logs.ts";
import { KeptPredictions } from "./kept-predictions.ts";
import { type ExperimentHistory, MeasuredFronts } from "./measured-front.ts";
import type { SimulatedQuestion } from "./predict.ts";
import { PredictionWorker } from "./prediction-worker.ts";

interface WhatIfParts {
  readonly servers: ServerDirectory;
  readonly configs: Pick<ConfigService, "get">;
  readonly clock: Clock;
  readonly getSampler: (serverId: string) => AnswerSource;
  readonly keptAs: (serverId: string) => string;
  readonly db: Db;
  readonly experiments: ExperimentHistory;
}

interface WhatIfDomain
  extends DomainHandlers<keyof typeof whatIfRequests | keyof typeof cacheObservationRequests>,
    Disposable {}

/** Predictions of models under another load or configuration; see SPEC.md. */
export function startWhatIf({ servers, configs, clock, db, ...parts }: WhatIfParts): WhatIfDomain {
  const worker = new PredictionWorker(clock);
  const logs = new ExecutionLogs({ clock, store: new ExecutionLogStore(db), ...parts });
  const fronts = new MeasuredFronts(parts.experiments);
  const kept = new KeptPredictions(db);
  const withFactors = (question: WhatIfQuestion): SimulatedQuestion => {
    const { batchesOf } = question;
    const log = batchesOf && logs.find(batchesOf.serverId, batchesOf.model);
    return log ? { ...question, factors: log.factors } : question;
  };
  return {
    requests: {
      "whatIf.basis": async ({ serverId, model }, signal) => {
        const server = servers.get(serverId);
        const detail = await server.modelDetail(model, signal);
        const statistics = await server.statistics(model, signal);
        const { log, isCollecting } = logs.of(server, model);
        const basis = predictionBasis(detail, statistics, log);
        if (basis.state === "uncalibrated") return basis;
        worker.prepare();
        const front = await fronts.find({ serverId, model }, basis, signal);
        return { ...(front ? withFront(basis, front) : basis), isCollecting };
      },
      "whatIf.predict": (question, signal) => worker.predict(withFactors(question), signal),
      "whatIf.curve": (question, signal) => worker.curve(withFactors(question), signal),
      "whatIf.keepPrediction": (prediction) => {
        kept.keep({ ...prediction, serverId: parts.keptAs(prediction.serverId) });
        return {};
      },
      "whatIf.keptPrediction": ({ experimentId }) => kept.get(experimentId),
      "whatIf.lastPrediction": ({ serverId, model }) => kept.last(parts.keptAs(serverId), model),
      "whatIf.cache": ({ serverId, model }, signal) =>
        cacheWorth(
          servers.get(serverId),
          (insight) => insight.cacheObservation(model, signal),
          signal,
        ),
      "whatIf.observeCache": ({ serverId, model, seconds }, signal) =>
        cacheWorth(
          servers.get(serverId),
          (insight) => insight.observeCache(model, seconds, signal),
          signal,
        ),
      "whatIf.stopObservingCache": ({ serverId, model }, signal) =>
        cacheWorth(
          servers.get(serverId),
          (insight) => insight.stopObservingCache(model, signal),
          signal,
        ),
      "whatIf.configText": async ({ serverId, model, settings, cache }, signal) => {
        const { text, etag, draft } = await configs.get({ serverId, model });
        if (text === "") {
          throw new StatusError(
            "FAILED_PRECONDITION",
            `The configuration of '${model}' can't be read.`,
          );
        }
        const detail = await servers.get(serverId).modelDetail(model, signal);
        const served = detail.config
          ? configFromJson(detail.config)
          : normalizeConfig(parseConfig(text).config, { modelName: model });
        const from = settingsFrom(served, instanceCount(detail, served));
        return {
          text: changedText(text, { from, to: settings, cache, served }),
          baseEtag: etag,
          hasDraft: draft !== null && draft.text !== text,
        };
      },
    },
    topics: {},
    [Symbol.dispose]: () => {
      worker[Symbol.dispose]();
      logs[Symbol.dispose]();
    },
  };
}
