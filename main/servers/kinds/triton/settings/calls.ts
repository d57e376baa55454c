import type { TritonLog, TritonTrace } from "../../../../contract/index.ts";
import type { ServerAccess } from "../../../../wire/index.ts";
import { GrpcClient, ServerHttp } from "../../../../wire/transport/index.ts";
import { settingsOverGrpc } from "./over-grpc.ts";
import { settingsOverHttp } from "./over-http.ts";

type Signal = AbortSignal | undefined;

/** The calls for settings, the same over both protocols. */
export interface SettingsCalls {
  /** Reads the trace settings, or with `changes` applies and then reads them. "": the server's own. */
  trace(model: string, changes: TritonTrace, signal: Signal): Promise<TritonTrace>;
  /** Reads the log settings, or with `changes` applies and then reads them. */
  log(changes: TritonLog, signal: Signal): Promise<TritonLog>;
}

/** Over gRPC if it has an address for it, else over HTTP; null with neither. */
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
