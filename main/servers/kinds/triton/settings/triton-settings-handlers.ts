import { StatusError } from "../../../../../base/status-error.ts";
import type { tritonSettingsRequests } from "../../../../contract/index.ts";
import type { EventSink } from "../../../../events/index.ts";
import type { DomainHandlers } from "../../../../rpc/index.ts";
import type { ServerAdapter, ServerDirectory } from "../../../adapter.ts";
import { requireCapability } from "../../../require-capability.ts";
import { type SettingsCalls, withSettings } from "./calls.ts";

/**
 * Triton's trace and log settings (SPEC.md: TRITON-SETTINGS-1 to TRITON-SETTINGS-5). Each request is one call to the
 * server, sent once.
 */
export function tritonSettingsHandlers(
  servers: ServerDirectory,
  events: EventSink,
): DomainHandlers<keyof typeof tritonSettingsRequests, never> {
  const reportChange = (name: string, what: string, changes: object) =>
    events.emit({
      level: "info",
      source: "host",
      message: `${what} of ${name} were changed: ${Object.keys(changes).join(", ")}.`,
    });
  return {
    requests: {
      "tritonSettings.trace": ({ serverId, model }, signal) =>
        asking(servers.get(serverId), (calls) => calls.trace(model, {}, signal)),
      "tritonSettings.changeTrace": async ({ serverId, model, changes }, signal) => {
        const server = servers.get(serverId);
        const settings = await asking(server, (calls) => calls.trace(model, changes, signal));
        const whose = model === "" ? server.status.name : `'${model}' on ${server.status.name}`;
        reportChange(whose, "Trace settings", changes);
        return settings;
      },
      "tritonSettings.log": ({ serverId }, signal) =>
        asking(servers.get(serverId), (calls) => calls.log({}, signal)),
      "tritonSettings.changeLog": async ({ serverId, changes }, signal) => {
        const server = servers.get(serverId);
        const settings = await asking(server, (calls) => calls.log(changes, signal));
        reportChange(server.status.name, "Log settings", changes);
        return settings;
      },
    },
    topics: {},
  };
}

async function asking<T>(
  server: ServerAdapter,
  call: (calls: SettingsCalls) => Promise<T>,
): Promise<T> {
  requireCapability(
    server,
    "settings",
    'has no trace and log settings: neither "trace" nor "logging" is among its extensions.',
  );
  const answer = await withSettings(await (server.controlAccess?.() ?? server.access()), call);
  if (answer !== null) return answer;
  const { name } = server.status;
  throw new StatusError("FAILED_PRECONDITION", `${name} has neither a gRPC nor an HTTP address.`);
}
