import { z } from "zod";
import { inference } from "../../../../../assets/proto/index.ts";
import type { TritonLog, TritonTrace } from "../../../../contract/index.ts";
import type { ServerAccess } from "../../../../wire/index.ts";
import { GrpcClient, ServerHttp } from "../../../../wire/transport/index.ts";
import { requestJson } from "../../../triton/request-json.ts";

const SERVICE = "/inference.GRPCInferenceService";

type Signal = AbortSignal | undefined;

/** The calls for settings, the same over both protocols. */
export interface SettingsCalls {
  /** Reads the trace settings, or with `changes` applies and then reads them. "": the server's own. */
  trace(model: string, changes: TritonTrace, signal: Signal): Promise<TritonTrace>;
  /** Reads the log settings, or with `changes` applies and then reads them. */
  log(changes: TritonLog, signal: Signal): Promise<TritonLog>;
}

/** Over gRPC if there is an address for it, else over HTTP; null with neither. */
export async function withSettings<T>(
  { grpc, http }: ServerAccess,
  ask: (calls: SettingsCalls) => Promise<T>,
): Promise<T | null> {
  if (grpc) {
    const client = new GrpcClient(grpc);
    try {
      return await ask(settingsOverGrpc(client));
    } finally {
      client.close();
    }
  }
  if (!http) return null;
  using client = new ServerHttp(http);
  return await ask(settingsOverHttp(client));
}

type LogValue = inference.LogSettingsRequest.SettingValue.$Properties;

/** Over Triton's gRPC service. */
function settingsOverGrpc(grpc: GrpcClient): SettingsCalls {
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

/** Numbers are strings, and a setting with several values is a list. */
const trace = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const log = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]));

/** Over Triton's HTTP interface: GET reads, POST changes the fields in its JSON. */
function settingsOverHttp(http: ServerHttp): SettingsCalls {
  return {
    async trace(model, changes, signal) {
      const path = `/v2/${model === "" ? "" : `models/${encodeURIComponent(model)}/`}trace/setting`;
      const asked = { path, ...toRequestBody(changes, traceBody), schema: trace };
      const settings = await requestJson(http, asked, { signal });
      return Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, [value].flat()]),
      );
    },
    log: (changes, signal) =>
      requestJson(
        http,
        { path: "/v2/logging", ...toRequestBody(changes, (all) => all), schema: log },
        { signal },
      ),
  };
}

function toRequestBody<C extends object>(changes: C, form: (changes: C) => object) {
  return Object.keys(changes).length === 0 ? {} : { body: form(changes) };
}

/** Null resets a setting; the level is the only list. */
function traceBody(changes: TritonTrace): object {
  return Object.fromEntries(
    Object.entries(changes).map(([name, values]) => {
      if (values.length === 0) return [name, null];
      const isList = name === "trace_level" || values.length > 1;
      return [name, isList ? values : values[0]];
    }),
  );
}
