import type { configRequests } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";
import type { ConfigService } from "./config-service.ts";

export function configsDomain(configs: ConfigService): DomainHandlers<keyof typeof configRequests> {
  return {
    requests: {
      "configs.get": (key) => configs.get(key),
      "configs.saveDraft": ({ text, baseEtag, ...key }) => {
        configs.saveDraft(key, text, baseEtag);
        return {};
      },
      "configs.discardDraft": (key) => {
        configs.discardDraft(key);
        return {};
      },
      "configs.apply": ({ text, baseEtag, note, ...key }) =>
        configs.apply(key, text, baseEtag, note),
      "configs.revert": ({ revisionId, ...key }) => configs.revert(key, revisionId),
    },
    topics: {},
  };
}
