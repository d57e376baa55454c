/**
 * Memory over many calls of a Python model: anonymous memory and open descriptors of the engine and of Python, the
 * engine's heap after a full collection, and segments in /dev/shm. Requests have 64 bytes to 80 KB, and a tenth of them
 * go to a second model that calls the first (BLS). The first tenth of the calls fills caches and heaps: what grows after it,
 * grows with the calls.
 *
 *     node bench/python-memory.ts [--calls=100000] [--clients=4] [--json=FILE]
 */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { findPython } from "../engine/backends/python/testing/find-python.ts";
import { TestRepository } from "../engine/testing/repository.ts";
import { type ServingProcess, startServing } from "../engine/testing/serving-process.ts";
import { deriveSeed, type Random, seededRandom } from "../main/wire/index.ts";
import {
  findDescendants,
  listSegments,
  type ProcessMemory,
  readProcess,
} from "./python-memory/process-memory.ts";

const { values: flags } = parseArgs({
  options: {
    calls: { type: "string", default: "100000" },
    clients: { type: "string", default: "4" },
    json: { type: "string" },
  },
});

const MIN_BYTES = 64;
const MAX_BYTES = 80_000;
const READINGS = 10;
const SEED = 17;

const IMPORTS = "import triton_python_backend_utils as pb_utils\n\n\n";
const IO = `backend: "python"
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
`;

const DOUBLE = `class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(pb_utils.get_input_tensor_by_name(each, "INPUT0").as_numpy()) for each in requests]

    def respond(self, array):
        return pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array * 2)])
`;

const CALLER = `class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(each) for each in requests]

    def respond(self, request):
        call = pb_utils.InferenceRequest(
            model_name="double", requested_output_names=["OUTPUT0"], inputs=request.inputs()
        )
        response = call.exec()
        if response.has_error():
            return pb_utils.InferenceResponse(error=response.error())
        return pb_utils.InferenceResponse(response.output_tensors())
`;

interface Reading {
  readonly calls: number;
  readonly engine: ProcessMemory;
  /** In MB, after a full collection: heap and external memory. */
  readonly live: number;
  /** Of all Python processes together. */
  readonly python: ProcessMemory & { readonly processes: number };
  /** In /dev/shm that weren't there before the engine started. */
  readonly segments: number;
}

async function read(engine: ServingProcess, calls: number, known: Set<string>): Promise<Reading> {
  const pid = engine.child.pid ?? 0;
  engine.child.kill("SIGUSR2");
  const [{ live }] = (await once(engine.child, "message")) as [{ live: number }];
  const all = findDescendants(pid).map(readProcess);
  const sum = (pick: (each: ProcessMemory) => number) =>
    all.reduce((total, each) => total + pick(each), 0);
  return {
    calls,
    engine: readProcess(pid),
    live,
    python: {
      anonymous: sum(({ anonymous }) => anonymous),
      shared: sum(({ shared }) => shared),
      descriptors: sum(({ descriptors }) => descriptors),
      processes: all.length,
    },
    segments: listSegments().filter((name) => !known.has(name)).length,
  };
}

/** Sizes are spread evenly over their logarithm: small ones as often as large ones. */
function randomElements(random: Random): number {
  const bytes = MIN_BYTES * (MAX_BYTES / MIN_BYTES) ** random();
  return Math.round(bytes / Float32Array.BYTES_PER_ELEMENT);
}

/** Sends one request in the binary extension; throws if the response isn't the double of it. */
async function call(agent: Agent, address: string, model: string, elements: number): Promise<void> {
  const values = Float32Array.from({ length: elements }, (_, at) => at);
  const header = JSON.stringify({
    inputs: [
      {
        name: "INPUT0",
        datatype: "FP32",
        shape: [elements],
        parameters: { binary_data_size: values.byteLength },
      },
    ],
    parameters: { binary_data_output: true },
  });
  const [host, port] = address.split(":");
  const request = httpRequest({
    host,
    port,
    agent,
    method: "POST",
    path: `/v2/models/${model}/infer`,
    headers: {
      "Inference-Header-Content-Length": header.length,
      "Content-Length": header.length + values.byteLength,
    },
  });
  request.write(header);
  request.end(Buffer.from(values.buffer));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const body = await buffer(response);
  const last = body.subarray(-4).readFloatLE();
  if (response.statusCode !== 200 || last !== 2 * (elements - 1))
    throw new Error(`${model}: ${response.statusCode} ${body.subarray(0, 200).toString()}`);
}

/** Sends `count` requests, spread over all clients. */
async function sendCalls(address: string, first: number, count: number): Promise<void> {
  const clients = Number(flags.clients);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let next = first;
  const work = async () => {
    while (next < first + count) {
      const index = next++;
      const elements = randomElements(seededRandom(deriveSeed(SEED, index)));
      await call(agent, address, index % 10 === 0 ? "caller" : "double", elements);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  agent.destroy();
}

function format({ calls, engine, live, python, segments }: Reading): string {
  const megabytes = (value: number) => `${value.toFixed(1).padStart(6)} MB`;
  return [
    `${String(calls).padStart(7)} calls`,
    `engine ${megabytes(engine.anonymous)}, live ${megabytes(live)}, ${engine.descriptors} descriptors`,
    `Python ${megabytes(python.anonymous)}, shared ${megabytes(python.shared)}, ${python.descriptors} descriptors in ${python.processes} processes`,
    `${segments} segments`,
  ].join(" | ");
}

async function main(): Promise<void> {
  const found = await findPython();
  if ("reason" in found) {
    console.log(`Skipped: ${found.reason}.`);
    return;
  }
  const known = new Set(listSegments());
  await using repository = await TestRepository.create();
  for (const [model, code] of Object.entries({ double: DOUBLE, caller: CALLER })) {
    await repository.write(`${model}/1/model.py`, IMPORTS + code);
    await repository.write(`${model}/config.pbtxt`, IO);
  }
  const engine = await startServing(
    repository.path,
    [`--backend-config=python,executable=${found.executable}`],
    {
      execArgv: [
        "--expose-gc",
        "--import",
        new URL("./soak/memory-probe.ts", import.meta.url).href,
      ],
    },
  );
  const readings: Reading[] = [];
  try {
    const step = Math.ceil(Number(flags.calls) / READINGS);
    for (let index = 0; index <= READINGS; index++) {
      if (index > 0) await sendCalls(engine.http, (index - 1) * step, step);
      const reading = await read(engine, index * step, known);
      readings.push(reading);
      console.log(format(reading));
    }
  } finally {
    engine.child.kill("SIGTERM");
    await engine.exit;
  }
  const left = listSegments().filter((name) => !known.has(name));
  console.log(`Left in /dev/shm after the end: ${left.length}`);
  if (flags.json) writeFileSync(flags.json, JSON.stringify({ readings, left }));
}

await main();
