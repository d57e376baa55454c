import { StatusError } from "../engine/protocol/status.ts";
import { systemClock } from "./clock.ts";
import { ConfigService, configMigrations, ConfigStore, configsDomain } from "./configs/index.ts";
import type { HostMessage, Transport } from "./contract/messages.ts";
import { HostEvents } from "./events/index.ts";
import { hostDomain } from "./host-domain.ts";
import type { HostOptions } from "./host-options.ts";
import { createLab, labMigrations } from "./lab/index.ts";
import { type AllHandlers, RpcServer } from "./rpc/index.ts";
import { EMBEDDED_ID, EmbeddedServer, serverDirectory, serversDomain } from "./servers/index.ts";
import { settingsMigrations, SettingsStore } from "./settings/index.ts";
import { openDataDirectory } from "./store/index.ts";
import { EngineSupervisor, engineArguments, repositoryObstacle } from "./supervision/index.ts";
import { Refusals, Sampler, telemetryDomain } from "./telemetry/index.ts";

export interface Host {
  /** Answers one renderer until its transport closes. */
  handle(transport: Transport<HostMessage, unknown>): void;
  /** Ends requests, lets the engine drain, and gives the data directory back. */
  close(): Promise<void>;
}

/**
 * Starts the console's host: opens the data directory and starts the embedded engine, whose failures are
 * events and not errors. Rejects with a StatusError when the data directory cannot be used.
 */
export async function createHost(options: HostOptions): Promise<Host> {
  await using resources = new AsyncDisposableStack();
  const data = openDataDirectory(options.dataDirectory, [
    ...settingsMigrations,
    ...configMigrations,
    ...labMigrations,
  ]);
  resources.defer(() => data.close());
  const clock = systemClock;
  const events = new HostEvents();
  events.onEvent(({ source, message }) => options.log(`${source}: ${message}`));
  const onFault = ({ message }: StatusError) => {
    if (events.list().at(-1)?.message === message) return;
    events.emit({ level: "error", source: "host", message });
  };

  const supervisor = new EngineSupervisor({
    entry: options.entries.engine,
    args: engineArguments(options.modelRepository),
    obstacle: () => repositoryObstacle(options.modelRepository),
    clock,
    events,
  });
  resources.defer(() => supervisor.stop());
  const embedded = resources.use(new EmbeddedServer(supervisor, clock));
  const servers = serverDirectory([embedded]);
  const sampler = resources.use(new Sampler(embedded, clock));
  const refusals = new Refusals(events);
  sampler.onFrame((frame) => refusals.see(frame));

  const configs = new ConfigService({
    servers,
    repositoryOf: (id) => (id === EMBEDDED_ID ? options.modelRepository : null),
    store: new ConfigStore(data.db),
    events,
    clock,
    onFault,
  });

  const lab = createLab({
    servers,
    db: data.db,
    events,
    clock,
    generatorEntry: options.entries.generator,
    configText: (serverId, model) => configs.textOf({ serverId, model }),
  });
  resources.defer(() => lab.close());

  const host = hostDomain(options, events, new SettingsStore(data.db), () => supervisor.log.lines);
  const restart = (id: string) => restartEngine(servers.get(id).id, supervisor);
  const server = serversDomain(servers, restart, events);
  const telemetry = telemetryDomain(servers, (id) => (servers.get(id), sampler), clock);
  const config = configsDomain(configs);
  const handlers: AllHandlers = {
    requests: {
      ...host.requests,
      ...server.requests,
      ...telemetry.requests,
      ...config.requests,
      ...lab.requests,
    },
    topics: { ...host.topics, ...server.topics, ...telemetry.topics, ...lab.topics },
  };
  const rpc = new RpcServer(handlers, onFault);
  resources.defer(() => rpc.close());

  supervisor.start();
  const running = resources.move();
  return {
    handle: (transport) => rpc.serve(transport),
    close: () => running.disposeAsync(),
  };
}

async function restartEngine(serverId: string, supervisor: EngineSupervisor): Promise<void> {
  if (serverId !== EMBEDDED_ID)
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The server '${serverId}' does not run under this console and cannot be started by it.`,
    );
  await supervisor.restart();
}
