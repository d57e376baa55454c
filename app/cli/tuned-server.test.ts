import { describe, expect, it } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { Settings } from "../../main/tuning/search/index.ts";
import { TunedServer } from "./tuned-server.ts";

type Config = Readonly<Record<string, unknown>>;

const BASELINE: Settings = { maxBatchSize: 1, delayUs: 0, instances: 1 };
const BATCHES: Settings = { maxBatchSize: 8, delayUs: 100, instances: 2 };
const FILE: Config = { name: "m", max_batch_size: 8, instance_group: [{ count: 1 }] };
const OVERRIDE: Config = { ...FILE, version_policy: { all: {} } };
const signal = new AbortController().signal;

/**
 * A server with Triton's model control: a plain load keeps an override unless the model was
 * unloaded first.
 */
class Control {
  readonly calls: string[] = [];
  readonly file: Config | null;
  override: Config | null;
  failure: StatusError | null = null;

  constructor(file: Config | null, override: Config | null) {
    this.file = file;
    this.override = override;
  }

  load(_model: string, json: string | undefined): Promise<void> {
    this.calls.push(json === undefined ? "load" : "load override");
    if (this.failure) return Promise.reject(this.failure);
    if (json !== undefined) this.override = JSON.parse(json) as Config;
    if (this.override ?? this.file) return Promise.resolve();
    return Promise.reject(new StatusError("INVALID_ARGUMENT", "no such model"));
  }

  unload(): Promise<void> {
    this.calls.push("unload");
    this.override = null;
    return Promise.resolve();
  }

  modelConfig(): Promise<Record<string, unknown>> {
    // The same fields in another order.
    return Promise.resolve(
      Object.fromEntries(Object.entries(this.override ?? this.file ?? {}).reverse()),
    );
  }
}

const tuned = (client: Control, config: Config) =>
  new TunedServer({
    client,
    model: "m",
    config,
    baseline: BASELINE,
    measure: () => Promise.reject(new Error("not measured here")),
  });

describe("[TUNE-3] a tuned model", () => {
  it("is loaded from its file at the end, if that was active", async () => {
    const control = new Control(FILE, null);
    const server = tuned(control, FILE);
    await server.apply(BATCHES, signal);
    expect(control.override).toMatchObject({ instance_group: [{ count: 2 }] });
    await server.restore();
    expect(control.calls).toEqual(["load override", "unload", "load"]);
    expect(control.override).toBeNull();
    await server.restore();
    expect(control.calls).toHaveLength(3);
  });

  it.each([
    ["next to a file", FILE],
    ["without a file", null],
  ])("gets its override back %s", async (_where, file) => {
    const control = new Control(file, OVERRIDE);
    const server = tuned(control, OVERRIDE);
    await server.apply(BATCHES, signal);
    await server.restore();
    expect(control.calls).toEqual(["load override", "unload", "load", "load override"]);
    expect(control.override).toEqual(OVERRIDE);
  });

  it("is not reloaded if nothing else was loaded", async () => {
    const control = new Control(FILE, null);
    const server = tuned(control, FILE);
    await server.apply(BASELINE, signal);
    await server.restore();
    expect(control.calls).toEqual([]);
  });

  it("is restored even if the load of a trial failed", async () => {
    const control = new Control(FILE, null);
    const server = tuned(control, FILE);
    control.failure = new StatusError("INVALID_ARGUMENT", "out of memory");
    await expect(server.apply(BATCHES, signal)).rejects.toThrow("out of memory");
    control.failure = null;
    await server.restore();
    expect(control.calls.slice(1)).toEqual(["unload", "load"]);
  });

  it("can be restored later if the server stopped responding", async () => {
    const control = new Control(FILE, null);
    const server = tuned(control, FILE);
    await server.apply(BATCHES, signal);
    control.failure = new StatusError("UNAVAILABLE", "Connection refused.");
    await expect(server.restore()).rejects.toThrow("Connection refused.");
    control.failure = null;
    await server.restore();
    expect(control.calls.at(-1)).toBe("load");
  });
});
