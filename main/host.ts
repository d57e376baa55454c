import { clockFor } from "../base/clock.ts";
import { compactHeap } from "../base/garbage-collector.ts";
import { oneLine } from "../base/one-line.ts";
import { StatusError } from "../base/status-error.ts";
import { advisorMigrations, startAdvisor } from "./advisor/index.ts";
import { alertMigrations, startAlerts } from "./alerts/index.ts";
import { changeProbeMigrations, startChangeProbes } from "./change-probes/index.ts";
import { startChat } from "./chat/index.ts";
import { startClients } from "./clients/index.ts";
import { configMigrations, fileFactsReader, startConfigs } from "./configs/index.ts";
import type { HostMessage, Transport } from "./contract/messages.ts";
import { startDeploy } from "./deploy/index.ts";
import { Downloads, type TakenDownload } from "./downloads/index.ts";
import { eventMigrations, EventStore, KeptEvents } from "./events/index.ts";
import { reportFaults } from "./fault-events.ts";
import { fleetMigrations, startFleets } from "./fleets/index.ts";
import { hostHandlers } from "./host-handlers.ts";
import type { HostOptions } from "./host-options.ts";
import { returnIdleMemory } from "./idle-memory.ts";
import { kubernetesMigrations, startKubernetes } from "./kubernetes/index.ts";
import { labMigrations, MeasurementLock, startLab } from "./lab/index.ts";
import { launchMigrations, startLaunchFlags } from "./launch-flags/index.ts";
import { startModelUsage } from "./model-usage/index.ts";
import { prometheusMigrations, startPrometheus } from "./prometheus/index.ts";
import { type ServedRepositories, startRepositories } from "./repositories/index.ts";
import { joinDomains, RpcServer } from "./rpc/index.ts";
import {
  type Connection,
  connectionMigrations,
  Connections,
  ConnectionStore,
  EMBEDDED_ID,
  EmbeddedServer,
  openServer,
  openVault,
  secretKeeper,
  type ServerAdapter,
  startServers,
  vaultMigrations,
} from "./servers/index.ts";
import { RepositoryChoice, settingsMigrations, SettingsStore } from "./settings/index.ts";
import { sizeMigrations, startSizes } from "./sizes/index.ts";
import { openDataDirectory } from "./store/index.ts";
import { type EngineSupervisor, superviseEmbeddedEngine } from "./supervision/index.ts";
import { type Observer, startTelemetry, telemetryMigrations } from "./telemetry/index.ts";
import { startTuning, tuningMigrations } from "./tuning/index.ts";
import { startWhatIf, whatIfMigrations } from "./what-if/index.ts";

export interface Host {
  /** The repositories whose models the embedded engine serves at present. */
  readonly modelRepositories: readonly string[];
  /** Answers one renderer until its transport closes. */
  handle(transport: Transport<HostMessage, unknown>): void;
  /** A folder that a page was offered as a .zip, once; null without one of this id. */
  download(id: string): TakenDownload | null;
  /** Ends requests, lets the engine drain, and gives the data directory back. */
  close(): Promise<void>;
}

const migrations = [
  settingsMigrations,
  configMigrations,
  connectionMigrations,
  vaultMigrations,
  labMigrations,
  advisorMigrations,
  tuningMigrations,
  alertMigrations,
  fleetMigrations,
  kubernetesMigrations,
  eventMigrations,
  telemetryMigrations,
  sizeMigrations,
  prometheusMigrations,
  whatIfMigrations,
  changeProbeMigrations,
  launchMigrations,
].flat();

/**
 * Starts the console's host: opens the data directory and starts the embedded engine, whose failures are
 * events and not errors. Rejects with a StatusError when the data directory cannot be used.
 */
export async function createHost(options: HostOptions): Promise<Host> {
  await using resources = new AsyncDisposableStack();
  const data = openDataDirectory(options.dataDirectory, migrations, options.lock);
  resources.defer(() => data.close());
  const { db } = data;
  const clock = clockFor("host");
  const events = resources.use(new KeptEvents(new EventStore(db), clock));
  events.onEvent(({ source, message }) => options.log(oneLine(`${source}: ${message}`)));
  resources.use(reportFaults(events, clock, options.log));
  const onFault = ({ message }: StatusError) => {
    if (events.list().at(-1)?.message === message) return;
    events.emit({ level: "error", source: "host", message });
  };

  const { modelRepository, modelRepositoryFixed = false, openControl = false } = options;
  const { engine: entry, generator: generatorEntry } = options.entries;
  const repository = new RepositoryChoice(db, [modelRepository].flat(), modelRepositoryFixed);
  const findRepository = (id: string, model: string) =>
    id === EMBEDDED_ID ? repository.findLocal(model) : null;
  const keptAs = (id: string) => (id === EMBEDDED_ID ? `${id}${repository.scope}` : id);
  const { backendConfig } = options;
  const about = {
    repository,
    openControl,
    backendConfig,
    clock,
    events: events.about(EMBEDDED_ID),
  };
  const early = options.earlyEngine;
  const supervisor = superviseEmbeddedEngine({ entry, early, ...about });
  resources.defer(() => supervisor.stop());
  // Its process starts while the rest of the host is made.
  supervisor.start();
  const embedded = resources.use(new EmbeddedServer(supervisor, clock));
  const vault = openVault(options.keychain, db, events);
  const report = (level: "warning" | "error") => (message: string) =>
    events.emit({ level, source: "servers", message });
  const opening = { clock, vault, random: Math.random, report: report("warning") };
  const servers = resources.use(
    new Connections(embedded, new ConnectionStore(db), opening, report("error")),
  );

  const turn = new MeasurementLock();
  const downloads = resources.use(new Downloads(clock));
  const localFolders = (id: string) => (id === EMBEDDED_ID ? repository.localFolders : []);
  const served = servedBy(supervisor, repository);
  const repositories = resources.use(startRepositories({ served, db, clock }));
  const storedModels = (id: string) => (id === EMBEDDED_ID ? repositories.storedModels : null);
  const sources = { findRepository, storedModels, localFolders };
  const shared = { servers, db, events, clock, ...sources, keptAs, downloads };
  const prometheus = resources.use(
    startPrometheus({
      ...shared,
      vault,
      clock: clockFor("prometheus"),
      observers: (): readonly Observer[] => telemetry.observers.list(),
    }),
  );
  const { record } = prometheus;
  const telemetry = resources.use(
    startTelemetry({ ...shared, directory: data.path, clockFor, record }),
  );
  const { observers, getSampler, readRows } = telemetry;
  const advisor = resources.use(
    startAdvisor({
      ...shared,
      getSampler,
      logFor: (id) => (id === EMBEDDED_ID ? () => supervisor.log.lines : null),
    }),
  );
  const modelSizes = startSizes({
    ...shared,
    isBusy: () => turn.holder !== null,
    readFileFacts: fileFactsReader(sources),
  });
  const { sizes } = modelSizes;
  const changeProbes = resources.use(
    startChangeProbes({
      ...shared,
      clock: clockFor("probes"),
      sizes,
      measuring: () => turn.holder,
      onMeasuring: (listener) => turn.onChanged((holder) => holder !== null && listener()),
    }),
  );
  const { probes } = changeProbes;
  const config = startConfigs({
    ...shared,
    onFault,
    probes,
    findStoreConfig: async (id, model) =>
      id === EMBEDDED_ID ? await repositories.findStoreConfig(model) : null,
  });
  const { configs } = config;
  const lab = startLab({
    ...shared,
    clock: clockFor("lab"),
    generatorEntry,
    sizes,
    configs,
    turn,
    gpuPower: prometheus.gpuPower,
  });
  resources.defer(() => lab.close());
  const { findObjective } = advisor;
  const tuning = resources.use(
    startTuning({
      ...shared,
      lab,
      configs,
      findObjective,
    }),
  );
  const kubernetes = resources.use(
    startKubernetes({
      ...shared,
      clock: clockFor("kubernetes"),
      importExperiment: async (fileName, content) =>
        lab.requests["lab.import"]({ fileName, content }, new AbortController().signal),
    }),
  );
  const unlisted = {
    open: (id: string, connection: Connection, caveat: string | null) =>
      openServer({ id, name: connection.name, caveat }, connection, opening),
    attach: (server: ServerAdapter) => servers.attach(server),
  };
  const fleets = resources.use(
    startFleets({
      ...shared,
      clock: clockFor("fleets"),
      workloads: kubernetes.workloadSource,
      configs,
      lab,
      sizes,
      generatorEntry,
      probes,
      secrets: secretKeeper(vault),
      ...unlisted,
      watch: (server) => observers.add(server),
    }),
  );
  const launchFlags = resources.use(
    startLaunchFlags({
      ...shared,
      ...unlisted,
      clock: clockFor("launch flags"),
      lab,
      workloads: kubernetes.flagWorkloads,
    }),
  );
  const fleetName = (id: number) => fleets.fleetName(id);
  const alerts = resources.use(
    startAlerts({ ...shared, clock: clockFor("alerts"), observers, readRows, fleetName }),
  );
  const usage = startModelUsage({
    ...shared,
    servesOverride: async (serverId, model) => (await configs.held({ serverId, model })).override,
    labUsage: (serverId, models) => lab.usage(serverId, models),
    openSessions: () => tuning.sessions.open(),
    openSearches: () => tuning.searches.open(),
    fleetsWith: (server, model) => fleets.withReplica(server, model),
    rolloutsOf: (fleet, model) => fleets.rollouts.openOver(fleet, model),
    canariesWith: (sides, models) => fleets.canaries.activeWith(sides, models),
    alertRulesOn: (serverId, models) => alerts.alerts.rulesAbout(serverId, models),
  });
  const host = hostHandlers({
    options,
    events,
    settings: new SettingsStore(db),
    engineLog: () => supervisor.log.lines,
    repository: {
      get folders() {
        return repository.folders;
      },
      open: (folder, keepOpen) => repositories.open(folder, keepOpen),
      close: (folder) => repositories.close(folder),
    },
  });
  const server = resources.use(
    startServers({
      ...shared,
      restart: (id) => restartEngine(servers.get(id).id, supervisor),
      overrides: config.unloadedOverrides,
    }),
  );
  const domains = joinDomains([
    host,
    repositories,
    server,
    telemetry,
    prometheus,
    alerts,
    fleets,
    launchFlags,
    kubernetes,
    startDeploy({ ...shared, ...config }),
    downloads,
    config,
    usage,
    lab,
    startClients({ ...shared, sizes }),
    modelSizes,
    changeProbes,
    startChat(shared),
    tuning,
    resources.use(
      startWhatIf({
        ...shared,
        clock: clockFor("what-if"),
        configs,
        getSampler,
        experiments: {
          list: async (model, signal) => lab.requests["lab.list"]({ model }, signal),
          get: async (id, signal) => lab.requests["lab.get"]({ id }, signal),
        },
      }),
    ),
    advisor,
  ]);
  const rpc = new RpcServer(domains, onFault, turn);
  resources.defer(() => rpc.close());
  const isBusy = () => rpc.connections > 0 || turn.holder !== null;
  resources.use(returnIdleMemory({ clock, isBusy, compact: compactHeap }));

  const running = resources.move();
  return {
    get modelRepositories() {
      return repository.folders;
    },
    handle: (transport) => rpc.serve(transport),
    download: (id) => downloads.take(id),
    close: () => running.disposeAsync(),
  };
}

/** The engine and the repositories that it serves. */
function servedBy(supervisor: EngineSupervisor, repository: RepositoryChoice): ServedRepositories {
  return {
    get folders() {
      return repository.folders;
    },
    findLocal: (model) => repository.findLocal(model),
    serve: async (folders) => {
      repository.open(folders);
      await supervisor.restart();
      await supervisor.serves();
    },
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
