import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  IDENTITY,
  isMissing,
  missingReason,
  python,
  PythonFixture,
} from "../backends/python/testing/python-fixture.ts";
import { findTriton, RealTriton } from "../backends/python/testing/real-triton.ts";
import { startServing, type ServingProcess } from "../testing/serving-process.ts";
import { SharedObject } from "./testing/shared-object.ts";

const packages = findTriton();
const reason = packages === undefined ? " (skipped: BATCHDECK_PYTRITON names no pytriton)" : "";

const SYSTEM = "/v2/systemsharedmemory";
const INFER = "/v2/models/identity/infer";

const at = (region: string, byteSize?: number, offset?: number) => ({
  parameters: {
    shared_memory_region: region,
    ...(byteSize !== undefined && { shared_memory_byte_size: byteSize }),
    ...(offset !== undefined && { shared_memory_offset: offset }),
  },
});
const input = (more: object, shape = [4]) => ({
  name: "INPUT0",
  datatype: "FP32",
  shape,
  ...more,
});
const output = (more: object) => ({ outputs: [{ name: "OUTPUT0", ...more }] });
const four = { data: [1, 2, 3, 4] };

type Step = readonly [name: string, path: string, body?: object];

/**
 * In order; without a body it is a GET. `next` is the key of another object each time: Triton 2.51
 * can't open one twice.
 */
const steps = (next: () => string): Step[] => [
  ["register", `${SYSTEM}/region/a/register`, { key: next(), offset: 0, byte_size: 8192 }],
  ["register twice", `${SYSTEM}/region/a/register`, { key: next(), offset: 0, byte_size: 64 }],
  ["another", `${SYSTEM}/region/b/register`, { key: next(), offset: 0, byte_size: 64 }],
  ["without offset", `${SYSTEM}/region/c/register`, { key: next(), byte_size: 16 }],
  ["without key", `${SYSTEM}/region/d/register`, { byte_size: 16 }],
  ["without size", `${SYSTEM}/region/d/register`, { key: next() }],
  ["beyond the object", `${SYSTEM}/region/d/register`, { key: next(), offset: 0, byte_size: 8193 }],
  ["offset beyond", `${SYSTEM}/region/d/register`, { key: next(), offset: 8192, byte_size: 1 }],
  ["between pages", `${SYSTEM}/region/d/register`, { key: next(), offset: 8, byte_size: 8 }],
  ["no bytes", `${SYSTEM}/region/d/register`, { key: next(), offset: 0, byte_size: 0 }],
  ["no object", `${SYSTEM}/region/d/register`, { key: "/no-such-object", byte_size: 8 }],
  ["out of the folder", `${SYSTEM}/region/d/register`, { key: "/../etc/hostname", byte_size: 1 }],
  ["a folder", `${SYSTEM}/region/d/register`, { key: "/.", byte_size: 1 }],
  ["no name", `${SYSTEM}/register`, { key: next(), byte_size: 8 }],
  ["status of one", `${SYSTEM}/region/b/status`],
  ["status of none", `${SYSTEM}/region/nosuch/status`],
  ["unregister unknown", `${SYSTEM}/region/nosuch/unregister`, {}],
  ["plain", INFER, { inputs: [input(four)] }],
  ["input and output", INFER, { inputs: [input(at("a", 16))], ...output(at("a", 16, 4096)) }],
  ["what was written", INFER, { inputs: [input(at("b", 16))] }],
  [
    "binary for others",
    INFER,
    { inputs: [input(at("b", 16))], parameters: { binary_data_output: true } },
  ],
  ["output alone", INFER, { inputs: [input(four)], ...output(at("b", 16)) }],
  ["too small", INFER, { inputs: [input(four)], ...output(at("b", 8)) }],
  ["no region", INFER, { inputs: [input(at("nosuch", 16))] }],
  ["no region for an output", INFER, { inputs: [input(four)], ...output(at("nosuch", 16)) }],
  ["offset outside", INFER, { inputs: [input(at("b", 16, 64))] }],
  ["end outside", INFER, { inputs: [input(at("b", 64, 16))] }],
  ["fewer bytes", INFER, { inputs: [input(at("b", 8))] }],
  ["no size", INFER, { inputs: [input(at("b"))] }],
  [
    "size of another type",
    INFER,
    {
      inputs: [input({ parameters: { shared_memory_region: "b", shared_memory_byte_size: "16" } })],
    },
  ],
  [
    "region of another type",
    INFER,
    { inputs: [input({ parameters: { shared_memory_region: 7, shared_memory_byte_size: 16 } })] },
  ],
  ["data as well", INFER, { inputs: [input({ ...at("b", 16), ...four })] }],
  [
    "classes",
    INFER,
    {
      inputs: [input(four)],
      ...output({ parameters: { ...at("b", 16).parameters, classification: 1 } }),
    },
  ],
  [
    "binary as well",
    INFER,
    {
      inputs: [input(four)],
      ...output({ parameters: { ...at("b", 16).parameters, binary_data: true } }),
    },
  ],
  [
    "text",
    "/v2/models/text/infer",
    { inputs: [{ name: "INPUT0", datatype: "BYTES", shape: [1], ...at("c", 7) }] },
  ],
  ["status of CUDA", "/v2/cudasharedmemory/status"],
  ["status of a CUDA region", "/v2/cudasharedmemory/region/x/status"],
  ["a system region asked for as CUDA's", "/v2/cudasharedmemory/region/a/status"],
  ["unregister all CUDA", "/v2/cudasharedmemory/unregister", {}],
  ["unregister", `${SYSTEM}/region/a/unregister`, {}],
  ["unregister all", `${SYSTEM}/unregister`, {}],
  ["status of all", `${SYSTEM}/status`],
];

/** Our responses where Triton 2.51 differs. */
const DIFFERENT: Readonly<Record<string, object>> = {
  // Later versions report the reason, like ours.
  "no size": {
    status: 400,
    body: { error: expect.stringMatching(/input byte size mismatch .*Expected 16, got 0$/) },
  },
  // Ours doesn't name the model.
  text: {
    status: 400,
    body: { error: expect.stringContaining("incomplete string length indicator") },
  },
  // Triton answers 500 if it can't parse JSON (PROTO-15).
  "size of another type": { status: 400, body: expect.anything() },
  "region of another type": { status: 400, body: expect.anything() },
};

/** Objects of 8 KiB of counting floats. */
class Objects implements Disposable {
  readonly #objects: SharedObject[] = [];

  readonly next = (): string => {
    const object = new SharedObject(
      new Uint8Array(Float32Array.from({ length: 2048 }, (_, i) => i).buffer),
    );
    this.#objects.push(object);
    return object.key;
  };

  get bytes(): Buffer {
    return Buffer.concat(this.#objects.map((object) => object.bytes));
  }

  anonymous(text: string): string {
    return this.#objects.reduce((rest, { key }, i) => rest.replaceAll(key, `KEY${i}`), text);
  }

  [Symbol.dispose](): void {
    for (const object of this.#objects) object[Symbol.dispose]();
  }
}

async function call(http: string, [, path, body]: Step, objects: Objects) {
  const response = await fetch(`http://${http}${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const text = objects.anonymous(await response.text());
  return { status: response.status, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe.skipIf(isMissing || packages === undefined)(
  `shared memory as on a real Triton${reason}${missingReason}`,
  () => {
    let fixture: PythonFixture;
    let ours: ServingProcess;
    let triton: RealTriton;

    beforeAll(async () => {
      fixture = await PythonFixture.create();
      await fixture.model("identity", IDENTITY);
      await fixture.model(
        "text",
        IDENTITY,
        `input [ { name: "INPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]`,
      );
      const { path } = fixture.engines.repository;
      const executable = "executable" in python ? python.executable : "python3";
      [ours, triton] = await Promise.all([
        startServing(path, [
          `--backend-config=python,executable=${executable}`,
          "--allow-client-shm=true",
        ]),
        RealTriton.start(packages ?? "", path),
      ]);
    }, 180_000);
    afterAll(async () => {
      ours.child.kill("SIGTERM");
      await ours.exit;
      await triton[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    }, 60_000);

    it("answers every call as Triton does", async () => {
      using mine = new Objects();
      using theirs = new Objects();
      const theirSteps = steps(theirs.next);
      for (const [i, step] of steps(mine.next).entries()) {
        const our = await call(ours.http, step, mine);
        const their = await call(triton.http, theirSteps[i] as Step, theirs);
        const [name] = step;
        expect({ name, ...our }).toEqual({ name, ...(DIFFERENT[name] ?? their) });
      }
      expect(mine.bytes.equals(theirs.bytes)).toBe(true);
    });
  },
);
