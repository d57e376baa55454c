import os from "node:os";
import type { hostRequests, hostTopics } from "./contract/index.ts";
import type { HostEvents } from "./events/events.ts";
import type { HostOptions } from "./host-options.ts";
import type { DomainHandlers } from "./rpc/handlers.ts";
import type { SettingsStore } from "./settings/settings.ts";

export function hostDomain(
  options: HostOptions,
  events: HostEvents,
  settings: SettingsStore,
  engineLog: () => readonly string[],
): DomainHandlers<keyof typeof hostRequests, keyof typeof hostTopics> {
  return {
    requests: {
      "host.info": () => ({
        version: options.version,
        platform: `${process.platform} ${process.arch}`,
        node: process.versions.node,
        cpus: os.availableParallelism(),
        dataDirectory: options.dataDirectory,
        modelRepository: options.modelRepository,
        capabilities: options.capabilities,
      }),
      "host.engineLog": () => [...engineLog()],
      "settings.get": () => settings.get(),
      "settings.set": (change) => settings.set(change),
    },
    topics: {
      "host.events": (_params, sink) => {
        sink.event([...events.list()]);
        return events.onEvent((event) => sink.event([event]));
      },
    },
  };
}
