import { describe, expect, it } from "vitest";
import type { GridCell, GridFrame, GridReplica } from "../../../main/contract/index.ts";
import { arrange, plainly } from "./arrange.ts";
import { cellColor } from "./colors.ts";
import { cellText, configurationName, findLargest } from "./shown.ts";

const cell = (value: number | null, part: Partial<GridCell> = {}): GridCell => ({
  state: "ready",
  reason: null,
  versions: ["1"],
  configuration: 0,
  value,
  ...part,
});

const replica = (
  name: string,
  cells: (GridCell | null)[],
  part: Partial<GridReplica> = {},
): GridReplica => ({
  key: name,
  serverId: `fleet-1/${name}`,
  name,
  address: `${name}:8001`,
  note: "",
  trouble: "",
  state: "live",
  since: 0,
  reason: null,
  version: null,
  restarts: 0,
  restartedAt: null,
  total: cells.reduce((sum, each) => sum + (each?.value ?? 0), 0),
  cells,
  ...part,
});

const frame = (replicas: GridReplica[], models = ["m", "n"]): GridFrame => ({
  fleetId: 1,
  t: 0,
  name: "Fleet",
  problem: null,
  leftOut: 0,
  figure: "requestsPerSecond",
  provenance: "exact",
  hint: null,
  models,
  replicas,
  totals: models.map(() => null),
  total: null,
});

const names = (of: GridFrame, part: Partial<typeof plainly>) =>
  arrange(of, { ...plainly, ...part }).rows.map(({ name }) => name);

describe("the grid's order", () => {
  const three = frame([
    replica("gpu-10", [cell(1), cell(9)]),
    replica("gpu-2", [cell(5), null], { state: "stale" }),
    replica("gpu-1", [cell(3), cell(2)]),
  ]);

  it("is by name, numbers as numbers", () =>
    expect(names(three, {})).toEqual(["gpu-1", "gpu-2", "gpu-10"]));

  it("is by a model's value, those without one last either way", () => {
    expect(names(three, { sort: "model n" })).toEqual(["gpu-1", "gpu-10", "gpu-2"]);
    expect(names(three, { sort: "model n", descending: true })).toEqual([
      "gpu-10",
      "gpu-1",
      "gpu-2",
    ]);
  });

  it("leaves out by name, address and state", () => {
    expect(names(three, { search: "10:80" })).toEqual(["gpu-10"]);
    expect(names(three, { state: "notLive" })).toEqual(["gpu-2"]);
  });
});

describe("only what differs", () => {
  it("keeps replicas and models that are not as most, whatever their figures", () => {
    const arranged = arrange(
      frame([
        replica("a", [cell(1), cell(1)]),
        replica("b", [cell(50), cell(1, { configuration: 1 })]),
        replica("c", [cell(2), cell(1)]),
      ]),
      { ...plainly, differing: true },
    );
    expect(arranged.rows.map(({ name }) => name)).toEqual(["b"]);
    expect(arranged.columns).toEqual([1]);
  });

  it("keeps replicas that do not answer", () => {
    const same = [cell(1), cell(1)];
    const silent = replica("b", same, { state: "stale" });
    expect(names(frame([replica("a", same), silent]), { differing: true })).toEqual(["b"]);
  });
});

describe("cells", () => {
  it("say the figure, the version, the configuration, or that the model is not ready", () => {
    expect(cellText("latencyMs", cell(12.34))).toBe("12.3 ms");
    expect(cellText("version", cell(null, { versions: ["1", "3"] }))).toBe("1, 3");
    expect(cellText("configuration", cell(null, { configuration: 2 }))).toBe("C");
    expect(cellText("latencyMs", cell(1, { state: "unavailable" }))).toBe("Not ready");
    expect(cellText("state", null)).toBe("");
    expect(configurationName(0)).toBe("A");
  });

  it("are coloured by their share of a rounded largest value", () => {
    const most = findLargest(frame([replica("a", [cell(130), cell(7)])]));
    expect(most).toBe(200);
    expect(cellColor("requestsPerSecond", cell(100), most, [])).toContain("chart-1) 23%");
    expect(cellColor("failuresPerSecond", cell(200), most, [])).toContain("chart-2) 46%");
    expect(cellColor("requestsPerSecond", cell(null), most, [])).toBeUndefined();
  });

  it("keep their scale while it still fits", () => {
    const most = (value: number, before: number) =>
      findLargest(frame([replica("a", [cell(value)])]), before);
    expect([most(99, 200), most(81, 200), most(80, 200), most(201, 200)]).toEqual([
      200, 200, 100, 500,
    ]);
    expect(most(0, 200)).toBe(0);
    for (const value of [0.0101, 1.01, 2.01, 5.01, 10, 99_999])
      expect(most(value, most(value, 0))).toBe(most(value, 0));
  });
});
