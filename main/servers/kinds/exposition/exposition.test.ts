import { describe, expect, it } from "vitest";
import { distributions, Exposition, gauges, rates, ratios } from "./index.ts";

const hint = "Needs version 2.";
const wanted = (...names: string[]) => ({ names, model: "model", hint });

describe("an exposition", () => {
  it("reads the first exported name, counters with or without _total", () => {
    const old = new Exposition('hits{model="a"} 4\nother_total 7\n');
    expect(old.find(["new_hits", "hits"])?.name).toBe("hits");
    expect(old.find(["other"])?.name).toBe("other_total");
    expect(old.find(["nothing"])).toBeNull();
  });

  it("gives each of 100,000 models its own samples in time proportional to the page", () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `m${i}`);
    const page = new Exposition(names.map((name) => `hits_total{model="${name}"} 1`).join("\n"));
    for (const name of names) expect(page.labelled("hits", "model", name)).toHaveLength(1);
    expect(page.labelled("hits", "model", "none")).toEqual([]);
    expect(page.labelled("none", "model", "m1")).toEqual([]);
  });

  it("leaves out values that are not numbers", () => {
    expect(new Exposition("a NaN\nb 1\nc{ 2\n").names).toEqual(["b"]);
  });
});

describe("a declared metric without samples", () => {
  const fresh = new Exposition(
    "# TYPE done_total counter\n# TYPE use gauge\n# TYPE t histogram\n# TYPE hits_total counter\n# TYPE queries_total counter\n",
  );

  it("reports nothing instead of unavailable", () => {
    expect(rates(fresh, "requestsPerSecond", wanted("done"))).toEqual([]);
    expect(gauges(fresh, "running", wanted("use"), "sum")).toEqual([]);
    expect(distributions(fresh, { mean: "ttftMs", quantiles: {} }, wanted("t"))).toEqual([]);
    expect(ratios(fresh, "cacheHitRate", [["hits", "queries"]], wanted())).toEqual([]);
  });

  it("counts nothing for models known to exist", () => {
    const known = { ...wanted("done"), known: ["a"] };
    expect(rates(fresh, "requestsPerSecond", known)).toMatchObject([{ model: "a", total: 0 }]);
    expect(ratios(fresh, "cacheHitRate", [["hits", "queries"]], known)).toMatchObject([
      { model: "a", part: 0, whole: 0 },
    ]);
    expect(rates(new Exposition(""), "requestsPerSecond", known)).toMatchObject([
      { form: "unavailable" },
    ]);
  });
});

describe("figures of an exposition", () => {
  it("sums the engines of a model, and takes the maximum where sums are meaningless", () => {
    const two = new Exposition(
      'use{model="a",engine="0"} 0.5\nuse{model="a",engine="1"} 0.25\nuse{model="b"} 1\n',
    );
    expect(gauges(two, "running", wanted("use"), "sum")).toMatchObject([
      { model: "a", value: 0.75 },
      { model: "b", value: 1 },
    ]);
    expect(gauges(two, "kvCacheUse", wanted("use"), "most")).toMatchObject([
      { model: "a", value: 0.5 },
      { model: "b", value: 1 },
    ]);
  });

  it("chooses samples by label", () => {
    const text = new Exposition('done{reason="ok"} 3\ndone{reason="bad"} 2\n');
    const bad = rates(text, "failuresPerSecond", {
      names: ["done"],
      model: null,
      where: ({ reason }) => reason === "bad",
      hint,
    });
    expect(bad).toMatchObject([{ form: "rate", model: "", total: 2, source: "done" }]);
  });

  it("takes the parts of a ratio from matching names", () => {
    const old = new Exposition(
      'old_hits{model="a"} 1\nold_queries{model="a"} 4\nhits{model="a"} 9\n',
    );
    const pairs = [
      ["hits", "queries"],
      ["old_hits", "old_queries"],
    ] as const;
    expect(ratios(old, "prefixCacheHitRate", pairs, { model: "model", hint })).toMatchObject([
      { part: 1, whole: 4, source: "old_hits / old_queries" },
    ]);
  });

  it("adds histograms bucket by bucket and closes them with infinity", () => {
    const text = new Exposition(
      [0, 1]
        .flatMap((engine) => [
          `t_bucket{model="a",engine="${engine}",le="2"} 3`,
          `t_bucket{model="a",engine="${engine}",le="1"} 1`,
          `t_bucket{model="a",engine="${engine}",le="+Inf"} 4`,
          `t_sum{model="a",engine="${engine}"} 7`,
          `t_count{model="a",engine="${engine}"} 4`,
        ])
        .join("\n"),
    );
    expect(
      distributions(
        text,
        { mean: "ttftMs", quantiles: { ttftP99Ms: 0.99 } },
        { ...wanted("t"), scale: 1000 },
      ),
    ).toEqual([
      {
        form: "histogram",
        model: "a",
        source: "t",
        mean: "ttftMs",
        quantiles: { ttftP99Ms: 0.99 },
        buckets: [
          [1, 2],
          [2, 6],
          [Infinity, 8],
        ],
        sum: 14,
        count: 8,
        scale: 1000,
      },
    ]);
  });

  it("reports only the mean of a summary", () => {
    const text = new Exposition("t_sum 10\nt_count 4\n");
    expect(
      distributions(text, { mean: "latencyMs", quantiles: { latencyP99Ms: 0.99 } }, wanted("t")),
    ).toMatchObject([
      { form: "ratio", model: "", source: "t", figure: "latencyMs", part: 10, whole: 4 },
      { form: "unavailable", model: "", source: "t", figure: "latencyP99Ms" },
    ]);
  });

  it("names for each missing figure what would export it", () => {
    const none = new Exposition("");
    expect(
      distributions(none, { mean: "ttftMs", quantiles: { ttftP50Ms: 0.5 } }, wanted("t")),
    ).toEqual([
      { form: "unavailable", figure: "ttftMs", model: "", source: "t", hint },
      { form: "unavailable", figure: "ttftP50Ms", model: "", source: "t", hint },
    ]);
  });
});
