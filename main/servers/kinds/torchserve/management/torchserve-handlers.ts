import { StatusError } from "../../../../../base/status-error.ts";
import type { TorchserveManaged, torchserveRequests } from "../../../../contract/index.ts";
import type { EventSink } from "../../../../events/index.ts";
import type { DomainHandlers } from "../../../../rpc/index.ts";
import type { ServerDirectory } from "../../../adapter.ts";
import { requireCapability } from "../../../require-capability.ts";
import { ServerHttp } from "../../../../wire/transport/index.ts";
import { describedModel } from "./model-description.ts";
import { type ManagementCall, manage } from "./management.ts";

/** TorchServe's management calls (SPEC.md). */
export function torchserveHandlers(
  servers: Pick<ServerDirectory, "get">,
  events: EventSink,
): DomainHandlers<keyof typeof torchserveRequests> {
  const call = async (
    serverId: string,
    kind: "load" | "config",
    what: ManagementCall,
    signal: AbortSignal,
  ): Promise<TorchserveManaged> => {
    const { name } = servers.get(serverId).status;
    using http = await requireManagement(servers, serverId);
    const managed = await manage(http, what, signal);
    const model = what.model ?? managed.now?.name;
    events.emit({
      level: "info",
      source: "host",
      message: `${name}: ${managed.said}`,
      mark: { kind, serverId, ...(model !== undefined && { model }) },
    });
    return managed;
  };
  return {
    requests: {
      "torchserve.model": async ({ serverId, model }, signal) => {
        using http = await requireManagement(servers, serverId);
        return await describedModel(http, model, signal);
      },
      "torchserve.scale": ({ serverId, model, version, minWorkers, maxWorkers, wait }, signal) => {
        if (maxWorkers < minWorkers)
          throw new StatusError(
            "INVALID_ARGUMENT",
            `At most ${maxWorkers} workers is less than at least ${minWorkers}.`,
            { details: { field: "maxWorkers" } },
          );
        const query = {
          min_worker: String(minWorkers),
          max_worker: String(maxWorkers),
          synchronous: String(wait),
        };
        const doing = `scale '${model}' version ${version}`;
        const path = [model, version];
        return call(serverId, "config", { method: "PUT", path, query, wait, doing, model }, signal);
      },
      "torchserve.register": ({ serverId, url, model, initialWorkers, wait, ...rest }, signal) => {
        const query = {
          url,
          ...(model !== "" && { model_name: model }),
          initial_workers: String(initialWorkers),
          batch_size: String(rest.batchSize),
          max_batch_delay: String(rest.maxBatchDelayMs),
          synchronous: String(wait),
        };
        const doing = `register '${url}'`;
        const named = model === "" ? null : model;
        return call(
          serverId,
          "load",
          { method: "POST", path: [], query, wait, doing, model: named },
          signal,
        );
      },
      "torchserve.unregister": ({ serverId, model, version }, signal) => {
        const doing = `unregister '${model}' version ${version}`;
        const path = [model, version];
        return call(serverId, "load", { method: "DELETE", path, wait: true, doing, model }, signal);
      },
      "torchserve.setDefault": ({ serverId, model, version }, signal) => {
        const doing = `make version ${version} the default of '${model}'`;
        const path = [model, version, "set-default"];
        return call(serverId, "config", { method: "PUT", path, wait: false, doing, model }, signal);
      },
    },
    topics: {},
  };
}

/** UNIMPLEMENTED if the server lacks these calls, UNAVAILABLE if that is unknown yet. */
async function requireManagement(
  servers: Pick<ServerDirectory, "get">,
  serverId: string,
): Promise<ServerHttp> {
  const server = servers.get(serverId);
  requireCapability(server, "workers", "has no calls for workers: they are TorchServe's.");
  const { http } = await server.access();
  if (!http)
    throw new StatusError(
      "FAILED_PRECONDITION",
      `${server.status.name} is connected without an HTTP address; its management address is needed.`,
    );
  return new ServerHttp(http);
}
