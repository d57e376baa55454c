import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { quietGeneratorProgram } from "../../../base/testing/program-files.ts";
import { systemClock } from "../../../base/clock.ts";
import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentProgress,
  experimentProgress,
  type TopicEvent,
  type TopicName,
  type TopicParams,
} from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { serverDirectory } from "../../servers/index.ts";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import {
  MeasurementLock,
  startLab,
  type HeldConfig,
  type Lab,
  type LabConfigs,
  labMigrations,
} from "../index.ts";
import { WatchStore } from "../store/watch-store.ts";
import { suggestPlan } from "../suggest.ts";
import { detail, FakeServer } from "./fake-server.ts";
import { type Answer, answerOk, startTestServer, type TestServer } from "./inference-server.ts";
import { testSizes } from "../../sizes/testing/sizes-fixture.ts";

/** Configurations of one model, and of others that nothing replaces, in memory. */
export class FakeConfigs implements LabConfigs {
  text = 'name: "ranker"\n';
  readonly others = new Map<string, string>();
  /** All active configurations, in order. */
  readonly served: string[] = [];
  refuses: ((text: string) => Error | null) | null = null;

  async held({ model }: { readonly model: string }): Promise<HeldConfig> {
    const text = this.others.get(model) ?? this.text;
    return { text, override: false, servedJson: "{}", servedEtag: text };
  }

  async tryOut(_key: unknown, text: string): Promise<void> {
    const error = this.refuses?.(text);
    if (error) throw error;
    this.text = text;
    this.served.push(text);
  }

  async restore(_key: unknown, { text }: HeldConfig): Promise<void> {
    if (this.text !== text) await this.tryOut(null, text);
  }
}

export const never = new AbortController().signal;

/** A lab over a fake HTTP server, with a real generator and its own database. */
export class LabFixture implements AsyncDisposable {
  readonly #directory: string;
  readonly data: DataDirectory;
  readonly http: TestServer;
  readonly server: FakeServer;
  readonly events = new HostEvents();
  readonly configs = new FakeConfigs();
  readonly watches: WatchStore;
  readonly plan: ExperimentPlan;
  lab: Lab;

  private constructor(http: TestServer) {
    this.#directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-lab-"));
    this.data = openDataDirectory(this.#directory, labMigrations);
    this.watches = new WatchStore(this.data.db);
    this.http = http;
    this.server = new FakeServer(http.address, () => http.requests);
    this.lab = this.open();
    this.plan = {
      ...suggestPlan(detail()).plan,
      load: levels(1, 2),
      secondsPerStep: 0.5,
      warmup: { kind: "fixed", seconds: 0.1 },
    };
  }

  static async create(answer: Answer = answerOk(2)): Promise<LabFixture> {
    return new LabFixture(await startTestServer(answer));
  }

  /** Another lab over the same data, as after a restart. */
  open(): Lab {
    return startLab({
      turn: new MeasurementLock(),
      servers: serverDirectory([this.server]),
      db: this.data.db,
      events: this.events,
      generatorEntry: quietGeneratorProgram,
      clock: systemClock,
      sizes: testSizes(),
      configs: this.configs,
      // What the server is scripted to do happens once.
      maxAttempts: 1,
    });
  }

  async start(more: Partial<ExperimentPlan> = {}, name = ""): Promise<number> {
    const plan = { ...this.plan, ...more };
    return (await this.lab.requests["lab.start"]({ plan, name }, never)).id;
  }

  get(id: number): Experiment {
    return this.lab.requests["lab.get"]({ id }, never) as Experiment;
  }

  subscribe<N extends keyof Lab["topics"] & TopicName>(
    name: N,
    params: TopicParams<N>,
    event: (event: TopicEvent<N>) => void,
  ): Disposable {
    const handler = this.lab.topics[name] as (params: unknown, sink: unknown) => Disposable;
    return handler(params, { event, error: () => {} });
  }

  /** Resolves with the first progress that `wanted` accepts. */
  async progress(
    id: number,
    wanted: (progress: ExperimentProgress) => boolean,
  ): Promise<ExperimentProgress> {
    const { promise, resolve } = Promise.withResolvers<ExperimentProgress>();
    using _subscription = this.subscribe("lab.progress", { id }, (event) => {
      experimentProgress.parse(event);
      if (wanted(event)) resolve(event);
    });
    return await promise;
  }

  finished(id: number): Promise<ExperimentProgress> {
    return this.progress(id, ({ phase }) => phase === "finished");
  }

  /** When something was measured, which takes a while on a busy machine. */
  measuring(id: number): Promise<ExperimentProgress> {
    return this.progress(
      id,
      ({ phase, live }) => phase === "measuring" && live !== null && live.requestsPerSecond > 0,
    );
  }

  /** Waits for an event whose message contains the text. */
  async said(words: string): Promise<void> {
    await vi.waitFor(() => {
      if (!this.events.list().some(({ message }) => message.includes(words)))
        throw new Error(words);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.lab.close();
    this.data.close();
    this.http.kill();
    fs.rmSync(this.#directory, { recursive: true, force: true });
  }
}

export const levels = (...each: number[]): ExperimentPlan["load"] => ({
  kind: "concurrency",
  levels: each,
  thinkMs: 0,
});
