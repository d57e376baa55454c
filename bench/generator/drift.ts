import http from "node:http";
import type { AddressInfo } from "node:net";
import { LoadGenerator } from "../../main/lab/generator/generator.ts";
import { runSpec } from "./specs.ts";

const PER_SECOND = 200;
/** Number of arrivals compared at either end: half a minute, since other work comes in bursts. */
const SAMPLE = 6000;

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] as number;

/** Compares the server's timestamps of the last requests of a constant rate with those of the first and the plan. */
export async function drift(entry: URL, minutes: number): Promise<void> {
  let measuring = false;
  const arrivals: number[] = [];
  const server = http.createServer((request, response) => {
    if (measuring) arrivals.push(performance.now());
    request.resume();
    request.on("end", () => response.writeHead(200, { "Content-Length": 0 }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  using generator = new LoadGenerator(entry);
  const { port } = server.address() as AddressInfo;
  const load = { kind: "rate", rate: PER_SECOND, arrivals: { kind: "constant" } } as const;
  const spec = runSpec("http", `127.0.0.1:${port}`, load, minutes * 60);
  // Arrivals are recorded from the first request on, without a warm-up.
  measuring = true;
  const { health, failures } = await generator.run({
    ...spec,
    warmup: { seconds: 0, requests: null },
  }).result;
  server.close();
  for (const { status, message, count } of failures)
    console.log(`  ${count} ${status}: ${message}`);
  const off = arrivals.map((at, i) => at - (i * 1000) / PER_SECOND);
  const shift = (share: number) =>
    (quantile(off.slice(-SAMPLE), share) - quantile(off.slice(0, SAMPLE), share)).toFixed(3);
  console.log(`drift: ${arrivals.length} requests at ${PER_SECOND}/s in ${minutes} minutes`);
  console.log(
    `  the last ${SAMPLE} arrived ${shift(0.5)} ms off plan in the median, the fastest tenth ${shift(0.1)} ms, compared with the first ${SAMPLE}`,
  );
  const late = ((health.lateSends / health.sends) * 100).toFixed(2);
  console.log(
    `  lag p50 ${health.lagP50Ms} ms, p99 ${health.lagP99Ms} ms, ${late} % later than 1 ms, ${(health.cpu * 100).toFixed(1)} % of a core, ${failures.length} kinds of failures`,
  );
}
