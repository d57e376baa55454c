import { configFromJson, normalizeConfig, parseConfig } from "../../engine/config/index.ts";
import type { ModelStatistics } from "../../engine/types.ts";
import type { ConfigService } from "../configs/index.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/index.ts";
import { batchExecutions } from "../simulation/index.ts";
import type { BatchTime, TuningFacts } from "./proposals/index.ts";
import type { TuningConfigs } from "./tools.ts";

/** The workbench's interface for sessions. `coresFor`: cores of the server's machine; null if it isn't this one. */
export function createTuningConfigs(
  configs: Pick<ConfigService, "get" | "apply" | "held" | "restore">,
  servers: ServerDirectory,
  coresFor: (serverId: string) => number | null,
): TuningConfigs {
  return {
    serverFacts: async (serverId, model) => {
      const server = servers.get(serverId);
      // Without the server's statistics, effects are unknown.
      const statistics = await server.statistics(model).catch(() => []);
      return {
        lint: await lintContext(server, coresFor(serverId)),
        batchTimes: batchTimes(statistics),
      };
    },
    inForce: async (serverId, model) => {
      const { text, etag } = await configs.get({ serverId, model });
      const { config } = await servers.get(serverId).modelDetail(model);
      return {
        text,
        etag,
        config: config
          ? configFromJson(config)
          : normalizeConfig(parseConfig(text).config, { modelName: model }),
      };
    },
    held: (serverId, model) => configs.held({ serverId, model }),
    restore: (serverId, model, held, note) => configs.restore({ serverId, model }, held, note),
    apply: async ({ serverId, model, etag: base }, text, note, place) => {
      const key = { serverId, model };
      const only = place === "server" ? "server" : undefined;
      const asked = place === "store" ? "file" : only;
      const { etag, path, overriddenFile } = await configs.apply(key, {
        text,
        baseEtag: base,
        note,
        place: asked,
        over: null,
      });
      return { etag, writtenTo: only || path === "" || overriddenFile !== null ? null : path };
    },
  };
}

async function lintContext(
  server: ServerAdapter,
  cores: number | null,
): Promise<TuningFacts["lint"]> {
  if (!server.capabilities.includes("insight")) return { server: "triton" };
  const snapshot = await server.telemetry().catch(() => null);
  return {
    server: "embedded",
    autoComplete: true,
    ...(cores !== null && { cores }),
    ...(snapshot !== null && { cache: snapshot.cache !== undefined }),
  };
}

function batchTimes(statistics: readonly ModelStatistics[]): BatchTime[] {
  return batchExecutions(statistics).map(({ size, count, ns }) => ({
    size,
    executions: count,
    meanMs: ns / 1e6,
  }));
}
