import { describe, expect, it } from "vitest";
import type { StepMachine } from "../../contract/index.ts";
import { importExperiment } from "../import/index.ts";
import { experiment, invalid, latency, plan, step, traffic } from "../testing/experiment.ts";
import { experimentCsv } from "./csv.ts";
import { exportOne } from "../testing/export-one.ts";

function machineWithGpus(): StepMachine {
  const gpu = { memoryTotalBytes: 50_000, energyJoules: null };
  const gpus = [
    { ...gpu, uuid: "GPU-a", utilizationMean: 0.25, memoryMaxBytes: 10_000, powerMeanWatts: 55.3 },
    {
      uuid: "GPU-b",
      utilizationMean: 0.5,
      memoryMaxBytes: 11_000,
      memoryTotalBytes: 75_000,
      powerMeanWatts: null,
      energyJoules: 1200,
    },
  ];
  return { ...(step().machine as StepMachine), gpus };
}

describe("CSV", () => {
  const csv = (more: Parameters<typeof experiment>[0] = {}) => {
    const { content } = exportOne(experiment(more), "csv");
    const [head, ...lines] = content.trimEnd().split("\n");
    return { head, lines };
  };

  it("[LAB-EXPORT-2, LAB-EXPORT-4] has perf_analyzer's columns first, in µs, lines by throughput, and leaves unknown values empty", () => {
    const { head, lines } = csv();
    expect(head).toMatch(
      /^Concurrency,Inferences\/Second,Client Send,Network\+Server Send\/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Client Recv,p50 latency,p90 latency,p95 latency,p99 latency,Avg latency,p99.9 latency,Verdict,Reasons,/,
    );
    expect(lines[0]).toMatch(
      /^1,400,0,,,,,,0,4999,8207,8607,8927,5000,,INVALID,"The generator used 93 % of a core, more than 80 %\.",/,
    );
    expect(lines[1]).toMatch(
      /^8,666.667,0,1700,1000,100,2000,200,0,4999,8207,8607,8927,5000,,valid,,/,
    );
  });

  it("[LAB-EXPORT-2] has the rate of an open loop, cache columns with a cache, and the objective's percentile", () => {
    const server = step().server;
    const { head } = csv({
      plan: plan({
        load: { kind: "rate", rates: [10], arrivals: { kind: "poisson" } },
        objective: { percentile: 75, boundMs: 9 },
      }),
      steps: [step({ server: server && { ...server, cacheHits: 3, cacheHitMs: 0.1 } })],
    });
    expect(head).toMatch(
      /^Request Rate,.*,Server Compute Output,Server Cache Hit,Server Cache Miss,Client Recv,p50 latency,p75 latency,p90 latency,/,
    );
  });

  it("[LAB-EXPORT-2] has the requested percentile without an objective", () => {
    const found = experimentCsv(experiment({ plan: plan({ objective: null }) }), 75);
    expect(found).toContain(",p50 latency,p75 latency,p90 latency,");
  });

  it("[LAB-EXPORT-2] has no server columns without the server's statistics, like perf_analyzer", () => {
    expect(csv({ steps: [step({ server: null })] }).head).toMatch(
      /^Concurrency,Inferences\/Second,Client Send,Client Recv,p50 latency,/,
    );
  });

  it("[LAB-EXPORT-2] has perf_analyzer's GPU columns behind its percentiles where a GPU was seen", () => {
    const { head, lines } = csv({ steps: [step({ machine: machineWithGpus() })] });
    expect(head).toMatch(
      /,p99 latency,Avg GPU Utilization,Avg GPU Power Usage,Max GPU Memory Usage,Total GPU Memory,Avg latency,/,
    );
    expect(lines[0]).toContain(
      ",GPU-a:0.25;GPU-b:0.5;,GPU-a:55.3;,GPU-a:10000;GPU-b:11000;,GPU-a:50000;GPU-b:75000;,",
    );
    expect(head).toContain(",Server Cache Evictions,Server Pending Requests,Server CPU,");
    expect(lines[0]).toContain(",12,3.5,0.75,3000000000");
  });

  it("[LAB-EXPORT-3] contains no text that a spreadsheet treats as a formula", () => {
    const { lines } = csv({
      plan: plan({
        goal: {
          kind: "compare",
          candidates: [
            { label: '=HYPERLINK("x")', configText: null },
            { label: "b", configText: null },
          ],
          replicates: 1,
        },
      }),
      steps: [step({ candidate: 0, replicate: 0 })],
    });
    expect(lines[0]).toMatch(/,"'=HYPERLINK\(""x""\)",1$/);
  });
});

describe("JSON", () => {
  it("[LAB-EXPORT-1, LAB-EXPORT-4] names its format and version, and holds the whole experiment", () => {
    const { fileName, mediaType, content } = exportOne(
      experiment({ plan: plan({ traffic: [traffic({ model: "my model/1" })] }) }),
      "json",
    );
    expect([fileName, mediaType]).toEqual(["experiment-7-my_model_1.json", "application/json"]);
    const { format, version, createdAt, steps, ...rest } = JSON.parse(content);
    expect({ format, version, createdAt }).toEqual({
      format: "batchdeck.experiment",
      version: 5,
      createdAt: "1970-01-01T00:00:00.000Z",
    });
    expect(steps[0]).toEqual({ ...step(), startedAt: "1970-01-01T00:00:01.000Z" });
    expect(rest).not.toHaveProperty("id");
    expect(rest.annotations[0].time).toBe("1970-01-01T00:00:05.000Z");
    expect(steps[1].verdict).toEqual(invalid);
  });
});

describe("the report", () => {
  it("[LAB-EXPORT-6] has the server's metrics and GPUs in tables, and a dash where one does not report", () => {
    const steps = [step({ machine: machineWithGpus() }), step({ machine: null })];
    const { content } = exportOne(experiment({ steps }), "html");
    expect(content).toContain("metrics over the measured span");
    expect(content).toContain("REJECTED 5");
    const cells = content.replaceAll(/ class="\w+"/g, "");
    expect(cells).toMatch(/GPU-b<\/td><td>50 %<\/td>.*<td>–<\/td><td>1,200<\/td>/);
    const without = exportOne(experiment({ steps: [step({ machine: null })] }), "html");
    expect(without.content).not.toContain("metrics over the measured span");
  });

  const hostile = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'&`;
  const everywhere = experiment({
    name: hostile,
    note: hostile,
    tags: [hostile.slice(0, 40)],
    reason: hostile,
    importedFrom: hostile,
    annotations: [
      { id: 1, time: 0, step: null, text: hostile },
      { id: 2, time: 0, step: 0, text: hostile },
    ],
    search: { best: 1, missed: 2, words: hostile },
    plan: plan({
      serverId: hostile,
      traffic: [traffic({ model: hostile, modelVersion: hostile, shapes: { [hostile]: [1] } })],
      goal: {
        kind: "compare",
        candidates: [
          { label: hostile.slice(0, 80), configText: hostile },
          { label: "b", configText: null },
        ],
        replicates: 2,
      },
    }),
    steps: [
      step({
        candidate: 0,
        replicate: 0,
        failures: [{ status: hostile, message: hostile, count: 1 }],
        events: [{ at: 0, words: hostile }],
        reconciliation: [{ name: hostile, client: 1, server: 2, difference: hostile }],
        verdict: {
          verdict: "invalid",
          reasons: [{ id: hostile, severity: "invalid", text: hostile, value: 1, limit: 2 }],
        },
      }),
    ],
    environment: { ...experiment().environment, server: hostile, configText: hostile },
    comparisons: [{ candidate: 1, figures: [], unlike: [hostile], invalid: true, words: hostile }],
  });

  it("[LAB-EXPORT-5, LAB-EXPORT-11] escapes every text, and can be imported", () => {
    const { content } = exportOne(everywhere, "html");
    expect(content).not.toContain("<img");
    expect(content.match(/<script/g)).toHaveLength(1);
    expect(content.match(/<\/script/g)).toHaveLength(1);
    const { id: _id, ...exported } = everywhere;
    expect(importExperiment("r.html", content)).toEqual({ ...exported, importedFrom: "r.html" });
  });

  it("[LAB-EXPORT-5] uses no network and no script", () => {
    const { content } = exportOne(experiment(), "html");
    const [page] = content.split("<script type=");
    expect(page).not.toMatch(/<(link|img|iframe|object|embed|script)|\bsrc=|\bhref=|url\(|@import/);
    expect(page).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"`,
    );
  });

  it("[LAB-EXPORT-4, LAB-EXPORT-6] reports invalid results first, and draws only numbers", () => {
    const { content } = exportOne(experiment(), "html");
    const [page = ""] = content.split("<script type=");
    expect(page).toContain("Invalid: don&#39;t rely on 1 of 2 measurements");
    // Once at the head, and once in the row of the step.
    expect(page.match(/invalid/gi)?.length).toBeGreaterThan(2);
    const shown = page.replaceAll(/<style.*?<\/style>|<title>.*?<\/title>|<[^>]*>/gs, " ");
    expect(shown.match(/\bInvalid\b/g)).toHaveLength(2);
    expect(page.indexOf("1 of 2 measurements")).toBeLessThan(page.indexOf("<h2>Results"));
    expect(page.match(/<svg /g)).toHaveLength(5);
    expect(page).not.toMatch(/NaN|Infinity|undefined|\[object/);
    expect(page).toContain('<span class="value">8.93</span><small>8.89 – 8.96</small>');
    expect(page).toContain("p99 ≤ 20 ms certified at 99 % after 1307 requests");
  });

  it("[LAB-EXPORT-4] distinguishes two measurements of one load, as a search repeats an invalid one", () => {
    const steps = [step({ verdict: invalid }), step({ verdict: invalid })];
    const { content } = exportOne(experiment({ steps }), "html");
    expect(content).toMatch(/<li>8 clients: The generator used .* Also at 8 clients #2\.<\/li>/);
    expect(content).toContain('<th scope="row">8 clients #2</th>');
  });

  it("[LAB-EXPORT-9] opens with the result, its chart with the loads, and the machine, without raw JSON", () => {
    const { content } = exportOne(experiment(), "html");
    const [page = ""] = content.split("<script type=");
    const order = [
      "Invalid: don",
      "Best: <strong>",
      "Latency against throughput",
      "<h2>Machine",
      "<h2>Results",
    ];
    const places = order.map((each) => page.indexOf(each));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(page).toContain(">8 clients</text>");
    const text = page.replaceAll(/<style.*?<\/style>|<pre>.*?<\/pre>|<[^>]*>/gs, " ");
    expect(text).not.toMatch(/&quot;\w+&quot;:|\{&quot;|\[\]/);
    expect(text).not.toMatch(/cpuModel|byInput|thinkMs/);
  });

  it("[LAB-EXPORT-6] marks the knee of a curve that passed it", () => {
    const at = (value: number, inferencesPerSecond: number, ms: number) =>
      step({ load: { kind: "concurrency", value }, inferencesPerSecond, response: latency(ms) });
    const steps = [at(1, 100, 9), at(4, 380, 10), at(16, 400, 40)];
    const { content } = exportOne(experiment({ steps }), "html");
    expect(content).toContain("knee: 4 clients</text>");
  });

  it.each([
    ["without a step", experiment({ steps: [] })],
    [
      "of an import without histograms",
      { ...importExperiment("p.csv", "Request Rate,Inferences/Second\n5,0\n"), id: 1 },
    ],
  ])("[LAB-EXPORT-6] can be written %s", (_what, each) => {
    const { content } = exportOne(each, "html");
    const [page = ""] = content.split("<script type=");
    expect(page).not.toMatch(/NaN|Infinity|undefined|\[object/);
    expect(importExperiment("again.html", content).steps).toEqual(each.steps);
  });
});
