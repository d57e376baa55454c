import type { configRequests, configTopics } from "../contract/index.ts";
import type { Downloads } from "../downloads/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ConfigService } from "./config-service.ts";
import type { Exports } from "./exports.ts";

const REPOSITORY = "model-repository";

export function configsDomain(
  configs: ConfigService,
  exports: Exports,
  downloads: Pick<Downloads, "offer">,
): DomainHandlers<keyof typeof configRequests, keyof typeof configTopics> {
  return {
    requests: {
      "configs.get": (key) => configs.get(key),
      "configs.saveDraft": ({ text, baseEtag, over, ...key }) => ({
        savedAt: configs.saveDraft(key, text, baseEtag, over),
      }),
      "configs.discardDraft": ({ over, ...key }) => {
        configs.discardDraft(key, over);
        return {};
      },
      "configs.effect": ({ text, ...key }, signal) => configs.effect(key, text, signal),
      "configs.others": (key, signal) => configs.others(key, signal),
      "configs.apply": ({ text, baseEtag, note, place, over, ...key }) =>
        configs.apply(key, text, baseEtag, note, place, over),
      "configs.revert": ({ revisionId, ...key }) => configs.revert(key, revisionId),
      "configs.export": (request, signal) => exports.run(request, signal),
      "configs.download": async (request) => {
        const [first, ...rest] = request.models;
        const name = first !== undefined && rest.length === 0 ? first : REPOSITORY;
        return downloads.offer(name, await exports.entries(request));
      },
    },
    topics: {
      "configs.exportProgress": ({ id }, sink) => {
        sink.event(exports.progress(id));
        return exports.onProgress(id, (progress) => sink.event(progress));
      },
    },
  };
}
