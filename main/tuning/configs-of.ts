import { configFromJson, normalizeConfig, parseConfig } from "../../engine/config/index.ts";
import type { ConfigService } from "../configs/index.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import type { TuningConfigs } from "./tools.ts";

/** The configuration workbench as sessions use it. */
export function configsOf(
  configs: Pick<ConfigService, "get" | "apply">,
  servers: ServerDirectory,
): TuningConfigs {
  return {
    inForce: async (serverId, model) => {
      const { text } = await configs.get({ serverId, model });
      const { config } = await servers.get(serverId).modelDetail(model);
      return {
        text,
        config: config
          ? configFromJson(config)
          : normalizeConfig(parseConfig(text).config, { modelName: model }),
      };
    },
    apply: async (serverId, model, text, note, place) => {
      const key = { serverId, model };
      const { etag } = await configs.get(key);
      await configs.apply(key, text, etag, note, place === "server" ? "server" : undefined);
    },
  };
}
