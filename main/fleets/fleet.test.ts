import { describe, expect, it } from "vitest";
import type { FleetMembers } from "../contract/index.ts";
import { plainConnection } from "../servers/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Configurations } from "./configurations.ts";
import { Fleet } from "./fleet.ts";
import { makeGrid, groupConfigurations } from "./grid.ts";
import type { DeltaPart } from "../telemetry/index.ts";
import type { Member, MemberSource } from "./members.ts";
import { listedMembers } from "./members/listed.ts";
import { fakePorts, type FakeReplica, requests } from "./testing/fake-replica.ts";
import { Listeners } from "../../base/listeners.ts";

const member = (key: string, grpc = key): Member => ({
  key,
  name: key,
  grpc,
  http: "",
  metrics: "",
  note: "",
});

const listed: FleetMembers = { kind: "listed", members: [] };

/** A source whose members the test sets. */
class Named implements MemberSource {
  readonly #listeners = new Listeners<void>("fleets");
  #members: readonly Member[];
  constructor(members: readonly Member[]) {
    this.#members = members;
  }
  members() {
    return this.#members;
  }
  problem() {
    return null;
  }
  onChanged(listener: () => void) {
    return this.#listeners.add(listener);
  }
  name(members: readonly Member[]) {
    this.#members = members;
    this.#listeners.emit();
  }
  [Symbol.dispose]() {}
}

function setUp(members: readonly Member[]) {
  const clock = new ManualClock();
  const configurations = new Configurations(clock);
  const source = new Named(members);
  const ports = fakePorts();
  const received: string[] = [];
  const template = {
    ...plainConnection({ grpc: "", http: "", metrics: "" }, "triton"),
    name: "Fleet",
  };
  const fleet = new Fleet(
    1,
    { members: listed, template },
    {
      ...ports,
      clock,
      configurations,
      openSource: () => source,
      report: (message) => received.push(message),
    },
  );
  const grid = (figure: Parameters<typeof makeGrid>[1] = "requestsPerSecond") =>
    makeGrid(fleet, figure, groupConfigurations(fleet, configurations), clock.now());
  const at = (index: number) => ports.opened[index] as FakeReplica;
  return { clock, configurations, source, fleet, ports, received, grid, at, template };
}

const gauge = (model: string, value: number, across: "sum" | "most" | "none"): DeltaPart => ({
  form: "gauge",
  figure: "waiting",
  model,
  source: "test",
  sum: value,
  readings: 1,
  across,
});

const latencies = (model: string, counts: number[]): DeltaPart => ({
  form: "histogram",
  mean: "latencyMs",
  quantiles: { latencyP50Ms: 0.5 },
  model,
  source: "test",
  bounds: [1, 10, 100, Number.POSITIVE_INFINITY],
  counts,
  sum: 0,
  count: counts.reduce((sum, each) => sum + each, 0),
});

describe("members", () => {
  it("[FLEET-F3] replaces a replica whose address changed, and closes one that is gone", () => {
    const { source, ports, grid, received, at, clock } = setUp([member("a"), member("b")]);
    at(0).answer(1);
    source.name([member("a", "elsewhere"), member("c")]);
    expect(ports.opened.map(({ connection, disposed }) => [connection.grpc, disposed])).toEqual([
      ["a", true],
      ["b", true],
      ["elsewhere", false],
      ["c", false],
    ]);
    const [a, c] = grid().replicas;
    expect(a).toMatchObject({ key: "a", restarts: 1, restartedAt: clock.now(), state: "starting" });
    expect(c).toMatchObject({ key: "c", restarts: 0 });
    expect(received).toEqual([
      "Replica b left the fleet Fleet.",
      "Replica a of Fleet was replaced: it is at another address now.",
    ]);
  });

  it("[FLEET-F7] reports a replica's note and trouble apart from why its address does not respond", () => {
    const note = "Through a port-forward.";
    const { source, grid, at, ports, fleet } = setUp([{ ...member("a"), note }]);
    at(0).silent(1);
    const own = fleet.replica("a")?.status.reason ?? "";
    expect(own).not.toBe("");
    expect(grid().replicas[0]).toMatchObject({ note, trouble: "", reason: own });
    const trouble = "Its pod, as reported by the cluster: OOMKilled.";
    source.name([{ ...member("a"), note, trouble }]);
    expect(grid().replicas[0]).toMatchObject({ note, trouble, reason: own });
    expect(ports.opened).toHaveLength(1);
  });

  it("[FLEET-F4] leaves out members beyond 200 and says how many", () => {
    const { grid } = setUp(Array.from({ length: 203 }, (_, index) => member(`r${index}`)));
    expect(grid()).toMatchObject({ leftOut: 3 });
    expect(grid().replicas).toHaveLength(200);
  });

  it("[FLEET-F5] keeps replicas when a fleet is edited and their way stays", () => {
    const { fleet, ports, template } = setUp([member("a")]);
    fleet.edit({ members: listed, template });
    expect(ports.opened).toHaveLength(1);
    fleet.edit({ members: listed, template: { ...template, proxy: "http://proxy:1" } });
    expect(ports.opened).toHaveLength(2);
    expect(ports.opened[0]?.disposed).toBe(true);
  });

  it("[FLEET-F1] a listed member's key is its address", () => {
    const source = listedMembers({
      kind: "listed",
      members: [
        { name: "", grpc: "grpcs://Gpu-1:8001/", http: "", metrics: "" },
        { name: "two", grpc: "", http: "http://[::1]:8000/models", metrics: "" },
      ],
    });
    expect(source.members().map(({ key, name }) => [key, name])).toEqual([
      ["Gpu-1:8001", "Gpu-1:8001"],
      ["[::1]:8000_models", "two"],
    ]);
  });
});

describe("the grid", () => {
  it("[FLEET-F7] has no cell where there is no model, and keeps what was last known of who is silent", () => {
    const { grid, at } = setUp([member("a"), member("b")]);
    at(0).answer(1, { models: ["m", "n"], parts: [requests("m", 10)] });
    at(1).answer(1, { models: ["n"] });
    at(0).silent(2);
    const { models, replicas } = grid();
    expect(models).toEqual(["m", "n"]);
    expect(replicas[1]?.cells[0]).toBeNull();
    expect(replicas[0]).toMatchObject({ state: "stale", reason: "No answer.", since: 2 });
    expect(replicas[0]?.cells[0]).toMatchObject({ state: "ready", value: 10 });
  });

  it("[FLEET-F8] sums rates, and merges histograms before it reads a quantile", () => {
    const { grid, at } = setUp([member("a"), member("b")]);
    // Nine of ten requests are on a and fast; those on b are all slow.
    at(0).answer(1, { parts: [requests("m", 10), latencies("m", [90, 0, 0, 0])] });
    at(1).answer(1, { parts: [requests("m", 5), latencies("m", [0, 0, 10, 0])] });
    expect(grid().totals).toEqual([15]);
    const { replicas, totals } = grid("latencyP50Ms");
    expect(replicas.map(({ cells }) => cells[0]?.value)).toEqual([0.5, 55]);
    expect(totals[0]).toBeCloseTo(50 / 90);
  });

  it("[FLEET-F8] leaves silent replicas out of the totals", () => {
    const { grid, at } = setUp([member("a"), member("b")]);
    at(0).answer(1, { parts: [requests("m", 10)] });
    at(1).answer(1, { parts: [requests("m", 5)] });
    at(1).silent(2);
    expect(grid()).toMatchObject({ totals: [10], total: 10 });
  });

  it("[FLEET-F8] says nothing of figures that replicas cannot be joined by", () => {
    const { grid, at } = setUp([member("a"), member("b")]);
    at(0).answer(1, { parts: [gauge("m", 3, "none")] });
    at(1).answer(1, { parts: [gauge("m", 4, "none")] });
    expect(grid("waiting").totals).toEqual([null]);
    at(0).answer(2, { parts: [gauge("m", 3, "sum")] });
    at(1).answer(2, { parts: [gauge("m", 4, "sum")] });
    expect(grid("waiting").totals).toEqual([7]);
  });

  it("[FLEET-F9] a replica's total is its own figure, else that of its models", () => {
    const { grid, at } = setUp([member("a"), member("b")]);
    at(0).answer(1, { parts: [requests("m", 1), requests("n", 2)] });
    at(1).answer(1, { parts: [requests("m", 1), requests("", 9)] });
    expect(grid().replicas.map(({ total }) => total)).toEqual([3, 9]);
    expect(grid().total).toBe(12);
  });

  it("[FLEET-F10] counts restarts, and reports them", () => {
    const { grid, at, received } = setUp([member("a")]);
    at(0).answer(1);
    at(0).answer(6, { restarts: 1 });
    expect(grid().replicas[0]).toMatchObject({ restarts: 1, restartedAt: 6 });
    expect(received).toEqual(["Replica a of Fleet restarted or was replaced."]);
  });

  it("says why a figure is unavailable", () => {
    const { grid, at } = setUp([member("a")]);
    const hint = "Turn it on with --flag.";
    at(0).answer(1, {
      parts: [{ form: "unavailable", figure: "kvCacheUse", model: "", source: "test", hint }],
    });
    expect(grid("kvCacheUse")).toMatchObject({ provenance: "unavailable", hint });
    expect(grid("ttftMs")).toMatchObject({ provenance: "unavailable" });
  });
});

describe("configurations", () => {
  const settle = () => new Promise(setImmediate);

  it("[FLEET-F12] takes what means the same for equal, however it is written", async () => {
    const { grid, at, clock } = setUp([member("a"), member("b")]);
    at(0).configs = { m: { name: "m", max_batch_size: 8, dynamic_batching: {} } };
    const dynamic = { maxQueueDelayMicroseconds: "0", preserve_ordering: false };
    at(1).configs = { m: { maxBatchSize: "8", name: "m", platform: "", dynamicBatching: dynamic } };
    at(0).answer(1);
    at(1).answer(1);
    await clock.advance(0);
    expect(grid().replicas.map(({ cells }) => cells[0]?.configuration)).toEqual([0, 0]);
  });

  it("[FLEET-F12] groups equal ones whatever the order of fields, the most frequent first", async () => {
    const { grid, at } = setUp([member("a"), member("b"), member("c")]);
    at(0).configs = { m: { name: "m", max_batch_size: 8 } };
    at(1).configs = { m: { max_batch_size: 4, name: "m" } };
    at(2).configs = { m: { name: "m", max_batch_size: 4 } };
    for (const index of [0, 1, 2]) at(index).answer(1);
    await settle();
    expect(grid().replicas.map(({ cells }) => cells[0]?.configuration)).toEqual([1, 0, 0]);
  });

  it("[FLEET-F11] reads them again when versions change, after a restart, when asked, and when old", async () => {
    const { clock, fleet, at } = setUp([member("a")]);
    at(0).configs = { m: { name: "m" } };
    at(0).answer(1);
    await settle();
    at(0).answer(2);
    await settle();
    expect(at(0).reads).toBe(1);
    at(0).answer(3, { restarts: 1 });
    await settle();
    expect(at(0).reads).toBe(2);
    fleet.readConfigurations();
    await settle();
    expect(at(0).reads).toBe(3);
    await clock.advance(301_000);
    at(0).answer(4, { restarts: 1 });
    await settle();
    expect(at(0).reads).toBe(4);
  });

  it("[FLEET-F11] reads four at once at most", () => {
    const { at } = setUp(["a", "b", "c", "d", "e", "f"].map((key) => member(key)));
    for (const index of [0, 1, 2, 3, 4, 5]) at(index).answer(1);
    expect([0, 1, 2, 3, 4, 5].map((index) => at(index).reads)).toEqual([1, 1, 1, 1, 0, 0]);
  });
});
