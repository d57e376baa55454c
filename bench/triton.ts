/**
 * The engine next to an installed Triton with its ONNX Runtime backend: the same models and configurations, the same load by
 * perf_analyzer or by our generator, taking turns. Per cell: responses/s, p50, p99 and the server's CPU time per response.
 * TRITON_SERVER is the path of `bin/tritonserver`, with `backends` and `caches` next to `bin`; LD_LIBRARY_PATH must name its
 * libraries if the system doesn't find them. Skipped with the reason without one.
 *
 *     TRITON_SERVER=/opt/tritonserver/bin/tritonserver node bench/triton.ts [--client=perf_analyzer|generator] [--rounds=3]
 *         [--window-ms=1000] [--cells=mlp]
 */
import { parseArgs } from "node:util";
import { medianAndSpread } from "./statistics/quantiles.ts";
import { installPerfAnalyzer } from "./tools/install.ts";
import {
  type Client,
  generatorClient,
  perfAnalyzerClient,
  type Reading,
} from "./triton/clients.ts";
import { requestInputs, tritonRepository } from "./triton/repository.ts";
import {
  countRequests,
  largestDifference,
  missingReason,
  type Server,
  startBatchdeck,
  startTriton,
} from "./triton/servers.ts";
import { cpuSeconds } from "./wire/cpu-seconds.ts";

const { values: flags } = parseArgs({
  options: {
    client: { type: "string", default: "perf_analyzer" },
    rounds: { type: "string", default: "3" },
    "window-ms": { type: "string", default: "1000" },
    /** Part of the names of the cells to measure. */
    cells: { type: "string", default: "" },
  },
});
const ROUNDS = Number(flags.rounds);
const WINDOW_MS = Number(flags["window-ms"]);
const WARM_UP_MS = 500;
/** Outputs of another build of the ONNX Runtime may differ in their last digits. */
const TOLERANCE = 1e-4;

interface Cell {
  readonly name: string;
  readonly model: string;
  readonly protocol: "grpc" | "http";
  readonly clients: number;
}

const cells: readonly Cell[] = [
  { name: "mlp, 1 client", model: "mlp", protocol: "grpc", clients: 1 },
  { name: "mlp, 8 clients", model: "mlp", protocol: "grpc", clients: 8 },
  { name: "mlp, 64 clients", model: "mlp", protocol: "grpc", clients: 64 },
  { name: "mlp from the cache, 64 clients", model: "mlp_cached", protocol: "grpc", clients: 64 },
  { name: "ranker with batching, 32 clients", model: "ranker", protocol: "grpc", clients: 32 },
  { name: "cnn_small, 64 clients", model: "cnn_small", protocol: "grpc", clients: 64 },
  { name: "text_encoder, 64 clients", model: "text_encoder", protocol: "grpc", clients: 64 },
  { name: "mlp over HTTP, 8 clients", model: "mlp", protocol: "http", clients: 8 },
];

interface Figures extends Reading {
  readonly cpuMicros: number;
}

async function measure(client: Client, server: Server, cell: Cell): Promise<Figures> {
  const requests = await countRequests(server, cell.model);
  const cpu = cpuSeconds(server.pid);
  const reading = await client({ ...cell, address: server[cell.protocol], windowMs: WINDOW_MS });
  const cpuMicros = (cpuSeconds(server.pid) - cpu) * 1e6;
  return {
    ...reading,
    cpuMicros: cpuMicros / ((await countRequests(server, cell.model)) - requests),
  };
}

async function compare(client: Client, servers: readonly [Server, Server], cell: Cell) {
  const rounds: (readonly [triton: Figures, ours: Figures])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [triton, ours] = servers;
    // The order alternates, so that a drifting machine favours neither.
    if (round % 2 === 0) {
      const theirs = await measure(client, triton, cell);
      rounds.push([theirs, await measure(client, ours, cell)]);
    } else {
      const mine = await measure(client, ours, cell);
      rounds.push([await measure(client, triton, cell), mine]);
    }
  }
  console.log(`\n${cell.name}: Triton, Batchdeck, Batchdeck / Triton`);
  for (const [figure, label, digits] of [
    ["rate", "responses/s", 0],
    ["p50", "p50, ms", 2],
    ["p99", "p99, ms", 2],
    ["cpuMicros", "CPU µs/response", 0],
  ] as const) {
    const columns = [
      medianAndSpread(
        rounds.map(([triton]) => triton[figure]),
        digits,
      ).padEnd(24),
      medianAndSpread(
        rounds.map(([, ours]) => ours[figure]),
        digits,
      ).padEnd(24),
      medianAndSpread(
        rounds.map(([triton, ours]) => ours[figure] / triton[figure]),
        2,
      ),
    ];
    console.log(`  ${label.padEnd(16)} ${columns.join(" ")}`);
  }
}

async function findClient(): Promise<Client | undefined> {
  if (flags.client === "generator") return generatorClient;
  const program = await installPerfAnalyzer();
  return program === null ? undefined : perfAnalyzerClient(program);
}

async function main(): Promise<void> {
  const program = process.env["TRITON_SERVER"];
  const reason = missingReason(program);
  if (program === undefined || reason !== undefined) {
    console.log(`left out: ${reason}`);
    return;
  }
  const client = await findClient();
  if (client === undefined) return;
  using repository = tritonRepository();
  const triton = await startTriton(program, repository.folder);
  const ours = await startBatchdeck(repository.folder);
  try {
    for (const model of requestInputs.keys()) {
      const difference = await largestDifference([triton, ours], model);
      if (difference > TOLERANCE) throw new Error(`${model}: outputs differ by ${difference}`);
    }
    console.log(`same responses from both; ${flags.client}, median [range] of ${ROUNDS} rounds`);
    const chosen = cells.filter(({ name }) => name.includes(flags.cells));
    // Compiled code and caches of both as in a server that has run for a while.
    for (const cell of chosen) {
      for (const server of [triton, ours]) {
        await generatorClient({ ...cell, address: server[cell.protocol], windowMs: WARM_UP_MS });
      }
    }
    for (const cell of chosen) {
      await compare(client, [triton, ours], cell);
    }
  } finally {
    await Promise.all([triton.stop(), ours.stop()]);
  }
}

await main();
