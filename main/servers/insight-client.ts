import { batchdeck, inference } from "../../assets/proto/index.ts";
import type {
  CacheObservation,
  TelemetrySnapshot,
  TraceRecord,
  VersionSplit,
} from "../../engine/types.ts";
import type { GrpcClient } from "../wire/transport/index.ts";
import { toCacheObservation } from "./cache-observation-message.ts";
import type { BatchSink, EngineInsight } from "./insight.ts";
import { toBatchEvent, toTraceRecord, readTraceRate, traceSettings } from "./insight-messages.ts";
import { toTelemetrySnapshot } from "./messages.ts";

const TELEMETRY = "/batchdeck.telemetry.v1.Telemetry";
const SPLIT = "/batchdeck.telemetry.v1.VersionSplit";
const TRACE_SETTING = "/inference.GRPCInferenceService/TraceSetting";

/** The engine's own gRPC services. */
export class InsightClient implements EngineInsight {
  readonly #grpc: GrpcClient;

  constructor(grpc: GrpcClient) {
    this.#grpc = grpc;
  }

  async telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot> {
    const { SnapshotRequest, SnapshotResponse } = batchdeck.telemetry.v1;
    const answer = await this.#grpc.call(
      { path: `${TELEMETRY}/Snapshot`, request: SnapshotRequest, response: SnapshotResponse },
      {},
      { signal },
    );
    return toTelemetrySnapshot(answer);
  }

  watchBatches(model: string, sink: BatchSink): Disposable {
    const { BatchesRequest, BatchesResponse } = batchdeck.telemetry.v1;
    return this.#grpc.stream(
      { path: `${TELEMETRY}/Batches`, request: BatchesRequest, response: BatchesResponse },
      { model },
      {
        message: ({ batches, dropped }) =>
          sink.batches(batches.map(toBatchEvent), Number(dropped ?? 0)),
        ended: (error) => sink.ended(error),
      },
    );
  }

  async traces(afterId: number, signal?: AbortSignal): Promise<TraceRecord[]> {
    const { TracesRequest, TracesResponse } = batchdeck.telemetry.v1;
    const { traces } = await this.#grpc.call(
      { path: `${TELEMETRY}/Traces`, request: TracesRequest, response: TracesResponse },
      { after_id: afterId },
      { signal },
    );
    return traces.map(toTraceRecord);
  }

  traceRate(model: string, signal?: AbortSignal): Promise<number | null> {
    return this.#traceSetting(model, {}, signal);
  }

  setTraceRate(model: string, rate: number | null, signal?: AbortSignal): Promise<number | null> {
    return this.#traceSetting(model, traceSettings(rate), signal);
  }

  async versionSplit(model: string, signal?: AbortSignal): Promise<VersionSplit> {
    const { GetVersionSplitRequest, VersionSplitResponse } = batchdeck.telemetry.v1;
    const { weights } = await this.#grpc.call(
      { path: `${SPLIT}/Get`, request: GetVersionSplitRequest, response: VersionSplitResponse },
      { model },
      { signal },
    );
    return { ...weights };
  }

  async setVersionSplit(
    model: string,
    weights: VersionSplit,
    signal?: AbortSignal,
  ): Promise<VersionSplit> {
    const { SetVersionSplitRequest, VersionSplitResponse } = batchdeck.telemetry.v1;
    const answer = await this.#grpc.call(
      { path: `${SPLIT}/Set`, request: SetVersionSplitRequest, response: VersionSplitResponse },
      { model, weights },
      { signal },
    );
    return { ...answer.weights };
  }

  cacheObservation(model: string, signal?: AbortSignal): Promise<CacheObservation | undefined> {
    return this.#observation("CacheObservation", model, signal);
  }

  stopObservingCache(model: string, signal?: AbortSignal): Promise<CacheObservation | undefined> {
    return this.#observation("StopObservingCache", model, signal);
  }

  async observeCache(
    model: string,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<CacheObservation | undefined> {
    const { ObserveCacheRequest, CacheObservationResponse } = batchdeck.telemetry.v1;
    const answer = await this.#grpc.call(
      {
        path: `${TELEMETRY}/ObserveCache`,
        request: ObserveCacheRequest,
        response: CacheObservationResponse,
      },
      { model, seconds },
      { signal },
    );
    return toCacheObservation(answer);
  }

  async #observation(
    method: "CacheObservation" | "StopObservingCache",
    model: string,
    signal: AbortSignal | undefined,
  ): Promise<CacheObservation | undefined> {
    const { CacheObservationRequest, CacheObservationResponse } = batchdeck.telemetry.v1;
    const answer = await this.#grpc.call(
      {
        path: `${TELEMETRY}/${method}`,
        request: CacheObservationRequest,
        response: CacheObservationResponse,
      },
      { model },
      { signal },
    );
    return toCacheObservation(answer);
  }

  async #traceSetting(
    model: string,
    settings: ReturnType<typeof traceSettings>,
    signal: AbortSignal | undefined,
  ): Promise<number | null> {
    const { TraceSettingRequest, TraceSettingResponse } = inference;
    const answer = await this.#grpc.call(
      { path: TRACE_SETTING, request: TraceSettingRequest, response: TraceSettingResponse },
      { model_name: model, settings },
      { signal },
    );
    return readTraceRate(answer);
  }
}
