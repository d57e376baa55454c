import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { quietGeneratorProgram } from "../../../base/testing/program-files.ts";
import { systemClock } from "../../../base/clock.ts";
import type {
  Experiment,
  ExperimentPlan,
  InputSource,
  PoolingSource,
} from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { plainTarget } from "../../wire/index.ts";
import { serverDirectory } from "../../servers/index.ts";
import { vllm } from "../../servers/kinds/index.ts";
import { ServerHttp } from "../../wire/transport/index.ts";
import { openDataDirectory } from "../../store/index.ts";
import { suggestChat } from "../chat/suggest.ts";
import { MeasurementLock, startLab, type Lab, labMigrations } from "../index.ts";
import type { ChatTimes } from "./chat-engine.ts";
import { CHAT_MODEL, type ChatServer, startChatServer } from "./chat-server.ts";
import { FakeServer } from "./fake-server.ts";
import { FakeConfigs, never } from "./lab-fixture.ts";
import { testSizes } from "../../sizes/testing/sizes-fixture.ts";

type ChatTraffic = Extract<ExperimentPlan["traffic"][number]["inputs"], { kind: "chat" }>;

/** A lab over a chat server, with a real generator and its own database. */
export interface ChatFixture extends AsyncDisposable {
  readonly chat: ChatServer;
  readonly server: FakeServer;
  readonly lab: Lab;
  /** A short plan; `source`: the source of its requests. */
  plan(
    more?: Partial<ExperimentPlan>,
    source?: Partial<ChatTraffic> | PoolingSource,
  ): ExperimentPlan;
  run(plan: ExperimentPlan): Promise<Experiment>;
}

export async function createChatFixture(times: Partial<ChatTimes> = {}): Promise<ChatFixture> {
  const chat = await startChatServer(times);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-chat-"));
  const data = openDataDirectory(directory, labMigrations);
  const server = new FakeServer(chat.address, () => 0);
  server.capabilities = ["chat"];
  server.setStatus({ kind: "vllm", name: "vLLM", pid: null, capabilities: ["chat"] });
  const target = plainTarget(chat.address);
  if (!target) throw new Error("the server has no address");
  const http = new ServerHttp(target);
  server.observe = () => vllm.observe({ http, metrics: null, grpc: null });
  server.modelDetail = () => Promise.reject(new Error("not asked for"));
  const lab = startLab({
    turn: new MeasurementLock(),
    servers: serverDirectory([server]),
    db: data.db,
    events: new HostEvents(),
    generatorEntry: quietGeneratorProgram,
    clock: systemClock,
    sizes: testSizes(),
    configs: new FakeConfigs(),
    // The server's scripted behaviour happens once.
    maxAttempts: 1,
  });
  return {
    chat,
    server,
    lab,
    plan: (more = {}, source = {}) => {
      const { plan } = suggestChat(server.id, CHAT_MODEL);
      const [traffic] = plan.traffic;
      const chatInputs = { ...(traffic?.inputs as ChatTraffic), ...FIXED };
      const inputs = (
        "kind" in source && source.kind !== "chat" ? source : { ...chatInputs, ...source }
      ) as InputSource;
      return {
        ...plan,
        traffic: plan.traffic.map((each) => ({ ...each, inputs })),
        load: { kind: "concurrency", levels: [4], thinkMs: 0 },
        secondsPerStep: 1,
        warmup: { kind: "fixed", seconds: 0.2 },
        ...more,
      };
    },
    run: async (plan) => {
      const { id } = await lab.requests["lab.start"]({ plan, name: "" }, never);
      return await lab.runner.finished(id);
    },
    [Symbol.asyncDispose]: async () => {
      await lab.close();
      data.close();
      http[Symbol.dispose]();
      await chat[Symbol.asyncDispose]();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

const FIXED = {
  prompts: { kind: "words", lengths: { kind: "fixed", tokens: 64 } },
  outputs: { kind: "fixed", tokens: 5 },
} as const;
