import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { quietGeneratorProgram } from "../../../base/testing/program-files.ts";
import { systemClock } from "../../../base/clock.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { Launch, LaunchPlan } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { labMigrations, MeasurementLock, startLab } from "../../lab/index.ts";
import { suggestChat } from "../../lab/chat/suggest.ts";
import { FakeConfigs } from "../../lab/testing/lab-fixture.ts";
import {
  type Connection,
  openServer,
  openVault,
  plainConnection,
  type ServerAdapter,
  type ServerDirectory,
  vaultMigrations,
} from "../../servers/index.ts";
import { findServer } from "../../servers/directory.ts";
import { testSizes } from "../../sizes/testing/sizes-fixture.ts";
import { openDataDirectory } from "../../store/index.ts";
import { launchMigrations, startLaunchFlags } from "../index.ts";
import type { FlagWorkloads } from "../workload/source.ts";
import { FAKE_VLLM } from "./fake-vllm-command.ts";

const SERVER = "vllm";
const never = new AbortController().signal;

/** The domain with a real lab, whose load generator is a process of its own. */
export async function createLaunchFixture(workloads: FlagWorkloads = noWorkloads) {
  const stack = new AsyncDisposableStack();
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-launch-"));
  stack.defer(() => fs.rmSync(directory, { recursive: true, force: true }));
  const data = openDataDirectory(directory, [
    ...labMigrations,
    ...launchMigrations,
    ...vaultMigrations,
  ]);
  stack.defer(() => data.close());
  const events = new HostEvents();
  const messages: string[] = [];
  events.onEvent(({ message }) => void messages.push(message));
  const vault = openVault(undefined, data.db, events);
  const servers = new AttachedServers();
  const turn = new MeasurementLock();
  const lab = startLab({
    turn,
    servers,
    db: data.db,
    events,
    generatorEntry: quietGeneratorProgram,
    clock: systemClock,
    sizes: testSizes(),
    configs: new FakeConfigs(),
    maxAttempts: 1,
  });
  stack.defer(() => lab.close());
  const open = (id: string, connection: Connection, caveat: string | null) =>
    openServer({ id, name: connection.name, caveat }, connection, {
      clock: systemClock,
      vault,
      random: () => 0.5,
    });
  const start = () =>
    startLaunchFlags({
      db: data.db,
      events,
      clock: systemClock,
      servers,
      keptAs: (id) => id,
      lab,
      workloads,
      open,
      attach: (server) => servers.attach(server),
    });
  const domain = stack.use(start());
  const list = (): Launch[] => {
    const found: Launch[][] = [];
    const sink = { event: (launches: Launch[]) => void found.push(launches), error: () => {} };
    domain.topics["launches.list"]({ serverId: SERVER }, sink)[Symbol.dispose]();
    return found[0] ?? [];
  };
  return {
    domain,
    db: data.db,
    lab,
    turn,
    messages,
    /** Connects a server, as a user does; its id. */
    connect: (address: string) => {
      const connection = plainConnection({ grpc: "", http: address, metrics: "" });
      const server = stack.use(open("connected", { ...connection, name: "Connected" }, null));
      stack.use(servers.attach(server));
      return server.id;
    },
    /** Another one on the same data, as after a restart. */
    start,
    list,
    preview: async (plan: LaunchPlan) => await domain.requests["launches.preview"]({ plan }, never),
    /** Approves what is shown. */
    begin: async (plan: LaunchPlan) => {
      const { digest } = await domain.requests["launches.preview"]({ plan }, never);
      const order = { serverId: SERVER, plan, approved: digest };
      return (await domain.requests["launches.start"](order, never)).id;
    },
    finished: async (id: number, timeout = 60_000) =>
      await vi.waitFor(
        () => {
          const found = list().find((each) => each.id === id);
          if (!found || found.state === "running") throw new Error("it runs");
          return found;
        },
        { timeout, interval: 50 },
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Base and candidates of the program that stands for vLLM, under a short load. */
export function processPlan(
  candidates: LaunchPlan["candidates"],
  flags = "",
  program: readonly string[] = FAKE_VLLM,
): LaunchPlan {
  const words = program.map((word) => `'${word}'`).join(" ");
  return {
    product: "vllm",
    place: { kind: "process", command: `${words} ${flags}` },
    candidates,
    readySeconds: 30,
    experiment: shortLoad(),
  };
}

export function shortLoad(): LaunchPlan["experiment"] {
  const { plan } = suggestChat(SERVER, "tiny-chat");
  return {
    ...plan,
    traffic: plan.traffic.map((traffic) => ({
      ...traffic,
      distinctInputs: 50,
      inputs: {
        ...(traffic.inputs as Extract<typeof traffic.inputs, { kind: "chat" }>),
        prompts: { kind: "words", lengths: { kind: "fixed", tokens: 64 } },
        outputs: { kind: "fixed", tokens: 5 },
      },
    })),
    load: { kind: "concurrency", levels: [4], thinkMs: 0 },
    secondsPerStep: 1,
    warmup: { kind: "fixed", seconds: 0.2 },
  };
}

class AttachedServers implements ServerDirectory {
  readonly #servers: ServerAdapter[] = [];
  readonly #changed = new Listeners<void>("servers");

  list(): readonly ServerAdapter[] {
    return [];
  }

  get(id: string): ServerAdapter {
    return findServer(this.#servers, id);
  }

  onChanged(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  attach(server: ServerAdapter): Disposable {
    this.#servers.push(server);
    this.#changed.emit();
    return {
      [Symbol.dispose]: () => {
        this.#servers.splice(this.#servers.indexOf(server), 1);
        this.#changed.emit();
      },
    };
  }
}

const noWorkloads: FlagWorkloads = {
  read: () => Promise.reject(new Error("no cluster")),
  patch: () => Promise.reject(new Error("no cluster")),
  pods: () => Promise.reject(new Error("no cluster")),
  deletePod: () => Promise.reject(new Error("no cluster")),
  missingRights: () => Promise.reject(new Error("no cluster")),
  log: () => Promise.reject(new Error("no cluster")),
  forward: () => Promise.reject(new Error("no cluster")),
};
