import { inference } from "../../../../../assets/proto/index.ts";
import type { TritonLog, TritonTrace } from "../../../../contract/index.ts";
import type { GrpcClient } from "../../../../wire/transport/index.ts";
import type { SettingsCalls } from "./calls.ts";

const SERVICE = "/inference.GRPCInferenceService";

type Signal = AbortSignal | undefined;
type LogValue = inference.LogSettingsRequest.SettingValue.$Properties;

/** Over Triton's gRPC service. */
export function settingsOverGrpc(grpc: GrpcClient): SettingsCalls {
  return {
    trace: (...asked) => traceSetting(grpc, ...asked),
    log: (...asked) => logSettings(grpc, ...asked),
  };
}

async function traceSetting(
  grpc: GrpcClient,
  model: string,
  changes: TritonTrace,
  signal: Signal,
): Promise<TritonTrace> {
  const { TraceSettingRequest, TraceSettingResponse } = inference;
  const settings = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, { value }]),
  );
  const answer = await grpc.call(
    {
      path: `${SERVICE}/TraceSetting`,
      request: TraceSettingRequest,
      response: TraceSettingResponse,
    },
    { model_name: model, settings },
    { signal },
  );
  return Object.fromEntries(
    Object.entries(answer.settings).map(([name, { value }]) => [name, value ?? []]),
  );
}

async function logSettings(
  grpc: GrpcClient,
  changes: TritonLog,
  signal: Signal,
): Promise<TritonLog> {
  const { LogSettingsRequest, LogSettingsResponse } = inference;
  const settings = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, toLogValue(value)]),
  );
  const answer = await grpc.call(
    { path: `${SERVICE}/LogSettings`, request: LogSettingsRequest, response: LogSettingsResponse },
    { settings },
    { signal },
  );
  return Object.fromEntries(
    Object.entries(answer.settings).flatMap(([name, value]): [string, TritonLog[string]][] => {
      const setting = value.bool_param ?? value.uint32_param ?? value.string_param;
      return setting === undefined || setting === null ? [] : [[name, setting]];
    }),
  );
}

function toLogValue(value: TritonLog[string]): LogValue {
  if (typeof value === "boolean") return { bool_param: value };
  return typeof value === "number" ? { uint32_param: value } : { string_param: value };
}
