/** Observes replicas like the console's host and reports the cost. A separate process, configured by its parent. */
import { once } from "node:events";
import { AlertStore, alertMigrations } from "../../main/alerts/alert-store.ts";
import { Alerts } from "../../main/alerts/alerts.ts";
import { systemClock } from "../../base/clock.ts";
import { ALERT_PRESETS } from "../../main/contract/index.ts";
import { HostEvents } from "../../main/events/index.ts";
import { plainConnection } from "../../main/servers/connections/connection.ts";
import { openServer, serverDirectory } from "../../main/servers/index.ts";
import { MemoryVault } from "../../main/servers/secrets/index.ts";
import { openDataDirectory } from "../../main/store/index.ts";
import { History } from "../../main/telemetry/history/history.ts";
import { Observers, packChunk } from "../../main/telemetry/index.ts";
import { medianAndSpread, quantile } from "../statistics/quantiles.ts";
import type { DoubleAddress } from "./doubles.ts";

export interface ObserveOptions {
  readonly addresses: readonly DoubleAddress[];
  /** For the database and the history. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

const SETTLE_S = 15;

const [options] = (await once(process, "message")) as [ObserveOptions];
await measure(options);
process.disconnect();

async function measure(options: ObserveOptions): Promise<void> {
  const { addresses, folder, rounds, seconds } = options;
  const clock = systemClock;
  const data = openDataDirectory(folder, alertMigrations);
  const events = new HostEvents();
  const history = new History({ directory: folder, clock, events });
  const observers = new Observers({ servers: serverDirectory([]), clock });
  observers.onSeen(({ observer, seen }) => {
    if (seen.live) history.add(observer.server.id, seen.t, seen.delta);
  });
  const alerts = new Alerts({ observers, store: new AlertStore(data.db), events, clock });
  for (const { rule } of ALERT_PRESETS) alerts.save(null, rule);

  const parts = { clock, vault: new MemoryVault(), random: Math.random };
  const servers = addresses.map(({ grpc, metrics }, index) => {
    const connection = plainConnection({ grpc, http: "", metrics }, "triton");
    return openServer({ id: `fleet-1/${index}`, name: `replica ${index}` }, connection, parts);
  });
  for (const server of servers) observers.add(server);
  await pause(SETTLE_S);

  const cpu: number[] = [];
  const memory: number[] = [];
  const polls: number[] = [];
  const lateMs: number[] = [];
  const stalls: number[] = [];
  let late: number[] = [];
  let answered = 0;
  observers.onPolled((polled) => {
    late.push(polled.lateMs);
    if (polled.answered) answered += 1;
  });
  for (let round = 0; round < rounds; round++) {
    late = [];
    answered = 0;
    const before = process.cpuUsage();
    const begin = performance.now();
    const stall = await longestStall(seconds);
    const spent = process.cpuUsage(before);
    const took = performance.now() - begin;
    cpu.push((spent.user + spent.system) / 1000 / took);
    memory.push(process.memoryUsage.rss() / 1e6);
    polls.push((answered / took) * 1000);
    lateMs.push(quantile(late, 0.99));
    stalls.push(stall);
  }
  await history.flush();
  const live = observers.list().filter((each) => each.latest()?.live);
  const figures = live[0]?.latest()?.frame.figures.length ?? 0;
  const rows = await history.rows("fleet-1/1", 0, Date.now(), 1000);
  const perRow = (history.size / Math.max(1, rows.length * live.length)) | 0;
  const { layout } = rows.at(-1) ?? { layout: null };
  const alike = rows.filter((row) => row.layout === layout).slice(-60);
  const chunked = layout ? (packChunk(layout, alike).length / alike.length) | 0 : 0;
  const formatDay = (bytes: number) => `${((bytes * 8640 * live.length) / 1e9).toFixed(2)} GB`;

  console.log(`${live.length} of ${addresses.length} replicas live, ${figures} figures each`);
  console.log(
    `answers per second     ${medianAndSpread(polls, 1)}  (wanted ${((live.length - 1) / 5).toFixed(1)})`,
  );
  console.log(`CPU, cores             ${medianAndSpread(cpu, 2)}`);
  console.log(`memory, MB             ${medianAndSpread(memory, 0)}`);
  console.log(`poll lateness p99, ms  ${medianAndSpread(lateMs, 0)}`);
  console.log(`longest stall, ms      ${medianAndSpread(stalls, 0)}`);
  console.log(
    `history, bytes per replica and 10 s: ${perRow} as written, ${chunked} in a chunk of ${alike.length} rows`,
  );
  console.log(`a day of all at this rate: ${formatDay(perRow)}, in chunks ${formatDay(chunked)}`);
  console.log(
    `in half of 512 MB: ${((268 / (chunked * live.length * 0.36)) * 1000).toFixed(1)} h of 10-second rows`,
  );
  alerts[Symbol.dispose]();
  observers[Symbol.dispose]();
  for (const server of servers) server[Symbol.dispose]();
  await history.close();
  data.close();
}

function pause(forSeconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forSeconds * 1000));
}

/** The longest time in which this process handled nothing else. */
async function longestStall(forSeconds: number): Promise<number> {
  const end = performance.now() + forSeconds * 1000;
  let longest = 0;
  while (performance.now() < end) {
    const before = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 10));
    longest = Math.max(longest, performance.now() - before - 10);
  }
  return longest;
}
