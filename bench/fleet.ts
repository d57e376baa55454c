/**
 * Cost of observing a fleet: replicas with many models each, polled every 5 s over gRPC and HTTP like a Triton, with history
 * on disk and alert rules that check every answer. One replica answers after 2 s, one never. Measures a process with the
 * console's adapters, observers, history and alerts, started like the console's host; the replicas are doubles in other
 * processes. Median and range over rounds.
 *
 *     node bench/fleet.ts [--replicas=200] [--models=20] [--rounds=6] [--seconds=10]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import host from "../scripts/bootstrap/host.json" with { type: "json" };
import type { ObserveOptions } from "./fleet/observe.ts";
import { startDoubles } from "./fleet/start-doubles.ts";

const { values: flags } = parseArgs({
  options: {
    replicas: { type: "string", default: "200" },
    models: { type: "string", default: "20" },
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "10" },
  },
});

const folder = fs.mkdtempSync(join(tmpdir(), "batchdeck-fleet-"));
try {
  using doubles = await startDoubles(Number(flags.replicas), Number(flags.models));
  const observer = fork(new URL("fleet/observe.ts", import.meta.url), { execArgv: host.flags });
  const options: ObserveOptions = {
    addresses: doubles.addresses,
    folder,
    rounds: Number(flags.rounds),
    seconds: Number(flags.seconds),
  };
  observer.send(options);
  const [code] = (await once(observer, "exit")) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
