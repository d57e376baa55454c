import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpServer, serveHttp } from "../http/server.ts";
import { EchoEngine } from "../testing/echo-engine.ts";
import { exposition } from "./exposition.ts";
import { metricFamilies } from "./families.ts";
import { machineReader } from "./machine.ts";
import { metricsRoutes } from "./routes.ts";

const engine = new EchoEngine();
const machine = {
  cpus: () => [{ times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }],
  totalmem: () => 1000,
  freemem: () => 400,
};

let server: HttpServer;
let lines: string[];
let type: string | null;

beforeAll(async () => {
  server = await serveHttp(metricsRoutes(engine, machineReader(machine)), {
    host: "127.0.0.1",
    port: 0,
  });
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  type = response.headers.get("content-type");
  lines = (await response.text()).split("\n");
});
afterAll(() => server.close(AbortSignal.abort()));

const recorded = readFileSync(new URL("../fixtures/metrics.txt", import.meta.url), "utf8").split(
  "\n",
);

test("[PROTO-50] HELP and TYPE of every Triton metric are as recorded, in the same order", () => {
  const left = /pinned_memory|input_byte_size/;
  const headings = (text: readonly string[]) => text.filter((line) => line.startsWith("# "));
  expect(headings(lines).filter((line) => !line.includes("batchdeck_"))).toEqual(
    headings(recorded).filter((line) => !left.test(line)),
  );
});

test("[PROTO-51] samples carry Triton's labels, alphabetically, with metric tags", () => {
  expect(lines).toContain('nv_inference_request_success{_team="a\\"b",model="echo",version="1"} 6');
  expect(lines).toContain(
    'nv_inference_request_failure{_team="a\\"b",model="echo",reason="REJECTED",version="1"} 1',
  );
  expect(lines).toContain(
    'nv_inference_request_duration_us{_team="a\\"b",model="echo",version="1"} 2481',
  );
  expect(lines).toContain(
    'nv_cache_miss_duration_per_model{_team="a\\"b",model="echo",version="1"} 9',
  );
  expect(lines).toContain(
    'nv_inference_pending_request_count{_team="a\\"b",model="echo",version="1"} 3',
  );
  expect(lines).toContain("nv_cache_util 0.25");
  expect(lines).toContain("nv_cpu_memory_used_bytes 600");
});

test("[PROTO-52] our own histogram is cumulative and ends with all requests", () => {
  const histogram = lines.filter((line) => line.startsWith("batchdeck_inference_"));
  const count = (le: string) =>
    histogram.find((line) => line.includes(`le="${le}"`))?.split(" ")[1];
  expect([count("128"), count("256"), count("512"), count("+Inf")]).toEqual(["4", "4", "6", "6"]);
  expect(histogram.at(-2)).toMatch(/^batchdeck_inference_request_duration_us_sum\{.*\} 2481$/);
  expect(histogram.at(-1)).toMatch(/^batchdeck_inference_request_duration_us_count\{.*\} 6$/);
});

test("[PROTO-55] first responses of decoupled models are in Triton's histogram", () => {
  const firstResponses = { bucketsMs: [1, 2.5], counts: [3, 0, 1], sumMs: 12.5 };
  const [model] = engine.telemetry().models;
  const decoupled = new EchoEngine();
  decoupled.telemetry = () => ({
    ...engine.telemetry(),
    models: model ? [{ ...model, metricTags: {}, firstResponses }] : [],
  });
  const labels = 'model="echo",version="1"';
  const name = "nv_inference_first_response_histogram_ms";
  expect(exposition(metricFamilies(decoupled, machineReader(machine)()))).toContain(
    `# HELP ${name} Duration from request to first response in milliseconds
# TYPE ${name} histogram
${name}_bucket{le="1",${labels}} 3
${name}_bucket{le="2.5",${labels}} 3
${name}_bucket{le="+Inf",${labels}} 4
${name}_sum{${labels}} 12.5
${name}_count{${labels}} 4
`,
  );
  expect(lines.some((line) => line.includes(name))).toBe(false);
});

test("[PROTO-56] instances are reported by kind and provider", () => {
  expect(lines.filter((line) => line.startsWith("batchdeck_model_instances"))).toEqual([
    'batchdeck_model_instances{_team="a\\"b",kind="KIND_CPU",model="echo",provider="cpu",version="1"} 1',
  ]);
});

test("[PROTO-53] every line is Prometheus text", () => {
  expect(type).toBe("text/plain; charset=utf-8");
  const sample =
    /^[a-z_]+(\{[a-z_]+="(?:[^"\\]|\\.)*"(,[a-z_]+="(?:[^"\\]|\\.)*")*\})? -?[0-9.e+]+$/;
  for (const line of lines.filter((text) => text !== "" && !text.startsWith("# "))) {
    expect(line).toMatch(sample);
  }
  expect(exposition([{ name: "x", help: "", type: "gauge", samples: [] }])).toBe("");
});

test("[PROTO-53] a metric tag that isn't a valid label name doesn't break the page", () => {
  const [model] = engine.telemetry().models;
  const tagged = new EchoEngine();
  const metricTags = { "team-name": "a", "größe 1": "b", "9": "c" };
  tagged.telemetry = () => ({
    ...engine.telemetry(),
    models: model ? [{ ...model, metricTags }] : [],
  });
  expect(exposition(metricFamilies(tagged, machineReader(machine)()))).toContain(
    'nv_inference_count{_9="c",_gr__e_1="b",_team_name="a",model="echo",version="1"}',
  );
});

test("[PROTO-54] CPU utilisation is the share of time since the last reading", () => {
  let idle = 0;
  let user = 0;
  const read = machineReader({
    ...machine,
    cpus: () => [{ times: { user, nice: 0, sys: 0, idle, irq: 0 } }],
  });
  [user, idle] = [30, 10];
  expect(read().cpuUtilization).toBe(0.75);
  expect(read().cpuUtilization).toBe(0.75);
  [user, idle] = [30, 20];
  expect(read().cpuUtilization).toBe(0);
});
