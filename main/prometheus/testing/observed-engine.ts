import type { ConnectionDraft, PrometheusDraft } from "../../contract/index.ts";
import { type EngineProcess, startEngineProcess } from "../../testing/engine-process.ts";
import { startTestHost, type TestHost } from "../../testing/test-host.ts";
import { sendToMlp } from "./mlp-traffic.ts";
import type { PrometheusProcess } from "./prometheus-process.ts";

/** Time that the engine serves before the console is connected, s. Prometheus' first scrape is up to 5 s after its start. */
const BEFORE_SECONDS = 24;
const PER_SECOND = 20;
const common = { tls: null, headers: [], proxy: "" };

export const USER = "ops";
export const PASSWORD = "test";
/** Cost 12, from Prometheus' own guide to basic authentication. */
export const BCRYPT_OF_PASSWORD = "$2b$12$hNf2lSsxfm0.i4a.1kVpSOVyBCfIB51VRjgBUyv6kdnyTlgWj81Ay";

export const sourceDraft = (name: string, http: string, password = PASSWORD): PrometheusDraft => ({
  ...common,
  name,
  http,
  auth: { kind: "basic", user: USER, password: { kind: "given", value: password } },
  tenant: "",
});

export interface ObservedEngine extends AsyncDisposable {
  readonly host: TestHost;
  readonly engine: EngineProcess;
  /** Scrapes the engine. */
  readonly source: PrometheusProcess;
  readonly serverId: string;
  /** Requests before the console was connected. */
  readonly sent: number;
  /** ms since the epoch */
  readonly connectedAt: number;
}

/** A real engine that served requests while a source scraped it, before the console is connected to it. */
export async function startObservedEngine(
  startSource: (engine: EngineProcess) => Promise<PrometheusProcess>,
): Promise<ObservedEngine> {
  await using started = new AsyncDisposableStack();
  const host = await startTestHost();
  started.defer(() => host.close());
  await host.until("live");
  const engine = await startEngineProcess(host.repository);
  started.defer(() => engine.stop());
  const source = started.use(await startSource(engine));
  let sent = 0;
  for (let second = 0; second < BEFORE_SECONDS; second++) {
    const began = performance.now();
    sent += await sendToMlp(engine.http, PER_SECOND);
    const rest = Math.max(0, 1000 - (performance.now() - began));
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
  const connectedAt = Date.now();
  const { grpc, http, metrics } = engine;
  const connection: ConnectionDraft = {
    ...common,
    name: "engine",
    kind: "auto",
    grpc,
    http,
    metrics,
    auth: { kind: "none" },
  };
  const { serverId } = await host.client.request("servers.add", connection);
  const all = started.move();
  const end = () => all.disposeAsync();
  return { host, engine, source, serverId, sent, connectedAt, [Symbol.asyncDispose]: end };
}
