import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { oneLine } from "../base/one-line.ts";
import { StatusError } from "../base/status-error.ts";
import { advisorDomain, advisorMigrations, Advisors, Objectives } from "./advisor/index.ts";
import { alertMigrations, Alerts, alertsDomain, AlertStore } from "./alerts/index.ts";
import { chatDomain } from "./chat/index.ts";
import { clientsDomain } from "./clients/index.ts";
import { clockFor } from "../base/clock.ts";
import {
  ConfigService,
  configMigrations,
  ConfigStore,
  configsDomain,
  Exports,
  modelFilesDomain,
  readFileFacts,
  UnloadedOverrides,
} from "./configs/index.ts";
import type { HostMessage, Transport } from "./contract/messages.ts";
import { deployDomain } from "./deploy/index.ts";
import { Downloads, type TakenDownload } from "./downloads/index.ts";
import { eventMigrations, EventStore, KeptEvents } from "./events/index.ts";
import {
  fleetMigrations,
  Fleets,
  fleetsDomain,
  fleetsWith,
  Rollouts,
  systemResolver,
  Canaries,
} from "./fleets/index.ts";
import { hostDomain } from "./host-domain.ts";
import { reportFaults } from "./fault-events.ts";
import type { HostOptions } from "./host-options.ts";
import { createKubernetes, kubernetesMigrations } from "./kubernetes/index.ts";
import { createLab, labMigrations, type MeasurementLock } from "./lab/index.ts";
import { modelUsageDomain } from "./model-usage/index.ts";
import {
  openRepository,
  RecentRepositories,
  repositoriesDomain,
  type ServedRepository,
} from "./repositories/index.ts";
import { type AllHandlers, RpcServer } from "./rpc/index.ts";
import {
  ConnectionStore,
  Connections,
  connectionsDomain,
  connectionMigrations,
  EMBEDDED_ID,
  EmbeddedServer,
  forgetSecrets,
  forgetSecretsIn,
  keepConnection,
  openVault,
  openServer,
  reportAnswering,
  reportRepositories,
  serversDomain,
  shownConnectionOf,
  torchserveDomain,
  tritonSettingsDomain,
  vaultMigrations,
} from "./servers/index.ts";
import { RepositoryChoice, settingsMigrations, SettingsStore } from "./settings/index.ts";
import { Sizes, SizeStore, sizeMigrations, sizesDomain } from "./sizes/index.ts";
import { openDataDirectory } from "./store/index.ts";
import {
  EngineSupervisor,
  engineArguments,
  KeptPorts,
  repositoryObstacle,
} from "./supervision/index.ts";
import {
  History,
  joinedRows,
  LastFrames,
  observationDomain,
  Observers,
  Pins,
  Refusals,
  reportRestarts,
  Samplers,
  telemetryDomain,
  telemetryMigrations,
} from "./telemetry/index.ts";
import {
  configsOf,
  labOf,
  SessionStore,
  Sessions,
  tuningDomain,
  tuningMigrations,
} from "./tuning/index.ts";

/** The first rates come so soon after a server's first answer, ms. */
const FIRST_INTERVAL_MS = 200;

export interface Host {
  /** The folder whose models the embedded engine serves at present. */
  readonly modelRepository: string;
  /** Answers one renderer until its transport closes. */
  handle(transport: Transport<HostMessage, unknown>): void;
  /** A folder that a page was offered as a .zip, once; null without one of this id. */
  download(id: string): TakenDownload | null;
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
    ...connectionMigrations,
    ...vaultMigrations,
    ...labMigrations,
    ...advisorMigrations,
    ...tuningMigrations,
    ...alertMigrations,
    ...fleetMigrations,
    ...kubernetesMigrations,
    ...eventMigrations,
    ...telemetryMigrations,
    ...sizeMigrations,
  ]);
  resources.defer(() => data.close());
  const clock = clockFor("host");
  const events = resources.use(new KeptEvents(new EventStore(data.db), clock));
  events.onEvent(({ source, message }) => options.log(oneLine(`${source}: ${message}`)));
  resources.use(reportFaults(events, clock, options.log));
  const onFault = ({ message }: StatusError) => {
    if (events.list().at(-1)?.message === message) return;
    events.emit({ level: "error", source: "host", message });
  };

  const { modelRepository, modelRepositoryFixed = false, openControl = false } = options;
  const repository = new RepositoryChoice(data.db, modelRepository, modelRepositoryFixed);
  const ports = new KeptPorts();
  const supervisor = new EngineSupervisor({
    entry: options.entries.engine,
    args: () => engineArguments(repository.folder, ports.next()),
    controlSecret: () => (openControl ? null : randomBytes(32).toString("base64url")),
    obstacle: () => repositoryObstacle(repository.folder),
    clock,
    events: events.about(EMBEDDED_ID),
  });
  resources.use(supervisor.onStatus(({ endpoints }) => endpoints && ports.served(endpoints)));
  resources.defer(() => supervisor.stop());
  const embedded = resources.use(new EmbeddedServer(supervisor, clock));
  const vault = openVault(options.keychain, data.db, events);
  const parts = {
    clock,
    vault,
    random: Math.random,
    report: (message: string) => events.emit({ level: "warning", source: "servers", message }),
  };
  const servers = resources.use(
    new Connections(embedded, new ConnectionStore(data.db), parts, (message) =>
      events.emit({ level: "error", source: "servers", message }),
    ),
  );
  const keptAs = (id: string) => (id === EMBEDDED_ID ? `${id}${repository.scope}` : id);
  const observers = resources.use(
    new Observers({
      servers,
      clock: clockFor("observation"),
      firstIntervalMs: FIRST_INTERVAL_MS,
    }),
  );
  const samplers = resources.use(
    new Samplers({
      servers,
      observers,
      clock: clockFor("telemetry"),
      lastFrames: new LastFrames(data.db, clock),
      keyOf: keptAs,
    }),
  );
  resources.use(
    reportRestarts(observers, events, ({ id }) =>
      servers.list().some((server) => server.id === id && id !== EMBEDDED_ID),
    ),
  );
  resources.use(reportAnswering(servers, { events, clock, concerns: (id) => id !== EMBEDDED_ID }));
  resources.use(reportRepositories(servers, events));
  const history = new History({ directory: data.path, clock: clockFor("history"), events });
  resources.defer(() => history.close());
  observers.onSeen(({ observer, seen }) => {
    if (seen.live) history.add(observer.server.id, seen.t, seen.delta);
  });
  const pins = resources.use(new Pins(history, observers));
  const rowsOf = joinedRows(history);
  const alertStore = new AlertStore(data.db);
  const known: { fleets: Fleets | null } = { fleets: null };
  const fleetName = (id: number) =>
    known.fleets?.list().find((each) => each.id === id)?.name ?? null;
  const alertRules = resources.use(
    new Alerts({ observers, store: alertStore, events, clock: clockFor("alerts"), fleetName }),
  );
  const refusals = new Refusals(events);
  const sampler = samplers.of(EMBEDDED_ID);
  sampler.onFrame((frame) => refusals.see(frame));

  const repositoryOf = (id: string) => (id === EMBEDDED_ID ? repository.folder : null);
  const objectives = new Objectives(data.db);
  const advisors = resources.use(
    new Advisors({
      servers,
      samplerOf: (id) => samplers.of(id),
      clock,
      objectives,
      logOf: (id) => (id === EMBEDDED_ID ? () => supervisor.log.lines : null),
    }),
  );

  const configs = new ConfigService({
    servers,
    repositoryOf,
    keptAs,
    store: new ConfigStore(data.db),
    events,
    clock,
    onFault,
  });

  const sizes = new Sizes({
    store: new SizeStore(data.db),
    clock,
    events,
    isBusy: () => measuring.turn?.holder !== null && measuring.turn !== null,
    fileOf: async (serverId, model) => {
      const folder = repositoryOf(serverId);
      return folder === null ? null : await readFileFacts(path.join(folder, model));
    },
  });
  const measuring: { turn: MeasurementLock | null } = { turn: null };
  const lab = createLab({
    servers,
    db: data.db,
    events,
    clock: clockFor("lab"),
    generatorEntry: options.entries.generator,
    sizes,
    configs: {
      held: (serverId, model) => configs.held({ serverId, model }),
      configure: (serverId, model, text, note) => configs.tryOut({ serverId, model }, text, note),
      restore: (serverId, model, held, note) => configs.putBack({ serverId, model }, held, note),
    },
  });
  measuring.turn = lab.turn;
  resources.defer(() => lab.close());
  const sessions = new Sessions({
    lab: labOf(lab),
    configs: configsOf(configs, servers, (id) =>
      id === EMBEDDED_ID ? os.availableParallelism() : null,
    ),
    store: new SessionStore(data.db),
    clock,
    events,
  });
  resources.defer(async () => {
    await lab.close();
    await sessions.close();
  });

  const kubernetes = resources.use(
    createKubernetes({
      db: data.db,
      clock: clockFor("kubernetes"),
      events,
      importExperiment: async (fileName, content) =>
        lab.requests["lab.import"]({ fileName, content }, new AbortController().signal),
    }),
  );
  const fleetList = resources.use(
    new Fleets({
      db: data.db,
      clock: clockFor("fleets"),
      events,
      resolver: systemResolver,
      workloads: kubernetes.workloadSource,
      open: (id, connection, caveat) =>
        openServer({ id, name: connection.name, caveat }, connection, parts),
      attach: (server) => servers.attach(server),
      watch: (server) => observers.add(server),
    }),
  );
  known.fleets = fleetList;
  const rollouts = resources.use(
    new Rollouts({ fleets: fleetList, configs, db: data.db, clock: clockFor("fleets"), events }),
  );

  const exports = new Exports(configs, repositoryOf);
  const downloads = resources.use(new Downloads(clock));
  const served: ServedRepository = {
    get folder() {
      return repository.folder;
    },
    serve: async (folder) => {
      repository.open(folder);
      await supervisor.restart();
      await supervisor.serves();
    },
  };
  const recent = new RecentRepositories(data.db, clock);
  const repositories = repositoriesDomain(served, recent);
  const host = hostDomain(options, events, new SettingsStore(data.db), () => supervisor.log.lines, {
    get folder() {
      return repository.folder;
    },
    open: (folder) => openRepository(folder, served, recent),
  });
  const restart = (id: string) => restartEngine(servers.get(id).id, supervisor);
  const server = serversDomain(servers, restart, events, new UnloadedOverrides(configs));
  const connections = connectionsDomain(servers, events);
  const observation = observationDomain(observers, rowsOf, pins);
  const alerts = alertsDomain({ alerts: alertRules, observers, rowsOf, clock, fleetName });
  const canaries = resources.use(
    new Canaries({
      fleets: fleetList,
      servers,
      db: data.db,
      clock,
      events,
      generatorEntry: options.entries.generator,
      lab,
      sizes,
    }),
  );
  const usage = modelUsageDomain(servers, {
    repositoryOf,
    servesOverride: async (serverId, model) => (await configs.held({ serverId, model })).override,
    labUsage: (serverId, models) => lab.usage(serverId, models),
    openSessions: () => sessions.open(),
    fleetsWith: (each, model) => fleetsWith(fleetList.list(), each, model),
    rolloutsOf: (fleet, model) => rollouts.openOver(fleet, model),
    canariesWith: (sides, models) => canaries.activeWith(sides, models),
    alertRulesOn: (serverId, models) => alertRules.rulesAbout(serverId, models),
  });
  const fleets = fleetsDomain({
    fleets: fleetList,
    rollouts,
    canaries,
    secrets: {
      keep: (draft, before) => keepConnection(draft, vault, before),
      forget: (before, after) => forgetSecrets(before, vault, after),
      forgetIn: (stored) => forgetSecretsIn(stored, vault),
      shown: (connection) => shownConnectionOf(connection, vault),
    },
    events,
    clock,
  });
  const deploy = deployDomain(configs, exports, repositoryOf, downloads);
  const telemetry = telemetryDomain({
    servers,
    samplerOf: (id) => samplers.of(id),
    past: history,
    clock,
  });
  const config = configsDomain(configs, exports, downloads);
  const advice = advisorDomain((id) => advisors.of(id), objectives);
  const tritonSettings = tritonSettingsDomain(servers, events);
  const tuning = tuningDomain(sessions);
  const modelFiles = modelFilesDomain({ servers, repositoryOf });
  const torchserve = torchserveDomain(servers, events);
  const clients = clientsDomain(servers, clock, sizes);
  const modelSizes = sizesDomain(servers, sizes);
  const chat = chatDomain(servers, clock);
  const handlers: AllHandlers = {
    requests: {
      ...host.requests,
      ...repositories.requests,
      ...server.requests,
      ...connections.requests,
      ...observation.requests,
      ...alerts.requests,
      ...fleets.requests,
      ...kubernetes.requests,
      ...deploy.requests,
      ...torchserve.requests,
      ...telemetry.requests,
      ...config.requests,
      ...modelFiles.requests,
      ...usage.requests,
      ...lab.requests,
      ...clients.requests,
      ...modelSizes.requests,
      ...chat.requests,
      ...tritonSettings.requests,
      ...tuning.requests,
      ...advice.requests,
    },
    topics: {
      ...host.topics,
      ...server.topics,
      ...connections.topics,
      ...observation.topics,
      ...alerts.topics,
      ...fleets.topics,
      ...kubernetes.topics,
      ...deploy.topics,
      ...downloads.topics,
      ...telemetry.topics,
      ...config.topics,
      ...lab.topics,
      ...clients.topics,
      ...chat.topics,
      ...tuning.topics,
      ...advice.topics,
    },
  };
  const rpc = new RpcServer(handlers, onFault, lab.turn);
  resources.defer(() => rpc.close());

  supervisor.start();
  const running = resources.move();
  return {
    get modelRepository() {
      return repository.folder;
    },
    handle: (transport) => rpc.serve(transport),
    download: (id) => downloads.take(id),
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
