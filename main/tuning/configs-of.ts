import { configFromJson, normalizeConfig, parseConfig } from "../../engine/config/index.ts";
import type { ConfigService } from "../configs/index.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import type { TuningConfigs } from "./tools.ts";

/** The configuration workbench as sessions use it. */
export function configsOf(
  configs: Pick<ConfigService, "get" | "apply" | "held" | "putBack">,
  servers: ServerDirectory,
): TuningConfigs {
  return {
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
    putBack: (serverId, model, held, note) => configs.putBack({ serverId, model }, held, note),
    apply: async ({ serverId, model, etag: base }, text, note, place) => {
      const key = { serverId, model };
      const only = place === "server" ? "server" : undefined;
      const { etag, path } = await configs.apply(key, text, base, note, only, null);
      return { etag, writtenTo: only || path === "" ? null : path };
    },
  };
}
