import os from "node:os";
import { StatusError } from "../base/status-error.ts";
import type { hostRequests, hostTopics } from "./contract/index.ts";
import type { HostEvents } from "./events/index.ts";
import type { HostOptions } from "./host-options.ts";
import type { DomainHandlers } from "./rpc/index.ts";
import type { SettingsStore } from "./settings/index.ts";

interface HostHandlersParts {
  readonly options: HostOptions;
  readonly events: HostEvents;
  readonly settings: SettingsStore;
  readonly engineLog: () => readonly string[];
  readonly repository: {
    readonly folders: readonly string[];
    /** Resolves when the engine serves it; `keepOpen`: in addition to those that are open. */
    open(folder: string, keepOpen: boolean): Promise<void>;
    /** Resolves when the engine serves the others. */
    close(folder: string): Promise<void>;
  };
}

/** What pages ask of the host itself. */
export function hostHandlers({
  options,
  events,
  settings,
  engineLog,
  repository,
}: HostHandlersParts): DomainHandlers<keyof typeof hostRequests, keyof typeof hostTopics> {
  const info = () => ({
    version: options.version,
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    cpus: os.availableParallelism(),
    dataDirectory: options.dataDirectory,
    modelRepositories: [...repository.folders],
    secrets: typeof options.keychain === "object" ? ("keychain" as const) : ("memory" as const),
    capabilities: options.capabilities,
  });
  return {
    requests: {
      "host.info": info,
      "host.openRepository": async ({ folder, keepOpen = false }) => {
        await repository.open(folder, keepOpen);
        return info();
      },
      "host.closeRepository": async ({ folder }) => {
        await repository.close(folder);
        return info();
      },
      "host.pickFolder": async ({ title }) => {
        if (!options.pickFolder)
          throw new StatusError(
            "UNIMPLEMENTED",
            "This host cannot ask for a folder; type its path.",
          );
        return { folder: await options.pickFolder(title) };
      },
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
