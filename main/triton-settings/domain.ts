import { StatusError } from "../../engine/protocol/status.ts";
import type { tritonSettingsRequests } from "../contract/index.ts";
import type { EventSink } from "../events/events.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/adapter.ts";
import { demand } from "../servers/demand.ts";
import { GrpcClient } from "../servers/grpc-client.ts";
import { logSettings, traceSetting } from "./calls.ts";

/** Triton's trace and log settings (SPEC.md: TS1 to TS5). Every request is one call to the server, made once. */
export function tritonSettingsDomain(
  servers: ServerDirectory,
  events: EventSink,
): DomainHandlers<keyof typeof tritonSettingsRequests, never> {
  const tell = (name: string, what: string, changes: object) =>
    events.emit({
      level: "info",
      source: "host",
      message: `${what} of ${name} were changed: ${Object.keys(changes).join(", ")}.`,
    });
  return {
    requests: {
      "tritonSettings.trace": ({ serverId, model }, signal) =>
        asking(servers.get(serverId), (grpc) => traceSetting(grpc, model, {}, signal)),
      "tritonSettings.changeTrace": async ({ serverId, model, changes }, signal) => {
        const server = servers.get(serverId);
        const settings = await asking(server, (grpc) => traceSetting(grpc, model, changes, signal));
        const whose = model === "" ? server.status.name : `'${model}' on ${server.status.name}`;
        tell(whose, "Trace settings", changes);
        return settings;
      },
      "tritonSettings.log": ({ serverId }, signal) =>
        asking(servers.get(serverId), (grpc) => logSettings(grpc, {}, signal)),
      "tritonSettings.changeLog": async ({ serverId, changes }, signal) => {
        const server = servers.get(serverId);
        const settings = await asking(server, (grpc) => logSettings(grpc, changes, signal));
        tell(server.status.name, "Log settings", changes);
        return settings;
      },
    },
    topics: {},
  };
}

async function asking<T>(
  server: ServerAdapter,
  call: (grpc: GrpcClient) => Promise<T>,
): Promise<T> {
  demand(
    server,
    "settings",
    'has no trace and log settings: neither "trace" nor "logging" is among its extensions.',
  );
  const { name } = server.status;
  const { grpc: target } = await server.access();
  if (!target) throw new StatusError("FAILED_PRECONDITION", `${name} has no gRPC address.`);
  const grpc = new GrpcClient(target);
  try {
    return await call(grpc);
  } finally {
    grpc.close();
  }
}
