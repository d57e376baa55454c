// Every public name of `pb_utils`, called by a real model.py, and that API.md lists them all.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeStrings, encodeStrings } from "../../requests/bytes-elements.ts";
import { inferRequest } from "../../testing/requests.ts";
import type { Engine } from "../../types.ts";
import { API_CALLS, API_MODELS, comparable } from "./testing/api-calls.ts";
import { isMissing, missingReason, PythonFixture } from "./testing/python-fixture.ts";

let fixture: PythonFixture;
let engine: Engine;

beforeAll(async () => {
  if (isMissing) return;
  fixture = await PythonFixture.create();
  for (const [name, [code, config]] of Object.entries(API_MODELS)) {
    await fixture.model(name, code, config);
  }
  engine = await fixture.start({
    modelControlMode: "explicit",
    loadModels: ["run", "echo", "dec"],
  });
}, 60_000);
afterAll(() => fixture?.[Symbol.asyncDispose]());

/** The result of a call in the model's process. */
async function run(code: string): Promise<string> {
  const data = encodeStrings([code]);
  const input = { name: "INPUT0", datatype: "BYTES", shape: [1], segments: [data] } as const;
  const { outputs } = await engine.infer(
    inferRequest({ modelName: "run", inputs: [{ ...input, byteLength: data.byteLength }] }),
  );
  return decodeStrings(outputs[0]?.data ?? new Uint8Array(), 1, "OUTPUT0")[0] ?? "";
}

describe.skipIf(isMissing)(`calls of a model to pb_utils${missingReason}`, () => {
  it.each(Object.entries(API_CALLS))("%s", async (_title, calls) => {
    const found: [code: string, result: string][] = [];
    for (const [code, result] of calls) found.push([code, comparable(await run(code), result)]);
    expect(found).toEqual(calls.map(([code, result]) => [code, result]));
  });
});

/** Rows of API.md: the call, the requirement's id and the test file. */
const ROWS = readFileSync(new URL("API.md", import.meta.url), "utf8")
  .split("\n")
  .map((line) => /^\| `([\w.]+)[^`]*` \| ([A-Z]+(?:-[A-Z]+)*-\d+) \| `([\w./-]+)` \|/.exec(line))
  .filter((row) => row !== null)
  .map(([, name = "", id = "", file = ""]) => ({ name, id, file }));

/** The classes whose objects a model gets without naming them. */
const UNNAMED = `{
    "InferenceTrace": type(request.trace()),
    "InferenceResponseSender": type(request.get_response_sender()),
    "ResponseIterator": type(call("echo", [1], True)),
    "Metric": type(pb_utils.MetricFamily("own_names", "d", pb_utils.MetricFamily.GAUGE).Metric()),
}`;

const NAMES = `sorted(
    [name for name, value in vars(pb_utils).items() if name[0] != "_" and name != "np"]
    + [
        "%s.%s" % (cls, name)
        for cls, value in {**vars(pb_utils), **${UNNAMED}}.items()
        if isinstance(value, type) and not issubclass(value, Exception)
        for name in vars(value)
        if name[0] != "_" or name in ("__dlpack__", "__dlpack_device__", "__iter__", "__next__")
    ]
)`;

describe.skipIf(isMissing)(`API.md${missingReason}`, () => {
  it("[PYTHON-API-16] lists the public names of the module and its classes", async () => {
    const names: unknown = JSON.parse(await run(`Raw(json.dumps(${NAMES.replaceAll("\n", " ")}))`));
    const listed = ROWS.map(({ name }) => name).filter(
      (name) => !name.startsWith("TritonPythonModel"),
    );
    expect(listed.toSorted()).toEqual(names);
  });

  it.each(ROWS)("$name is called by a test of $id in $file", ({ name, id, file }) => {
    const source = readTest(file);
    expect(source).toContain(`[${id}]`);
    // Python calls `__next__` as next().
    const called = name.split(".").at(-1)?.replaceAll("__", "");
    expect(source).toMatch(new RegExp(`\\b_*${called}_*\\b`));
  });
});

/** A test file with the calls that it takes from the shared list. */
function readTest(file: string): string {
  const source = readFileSync(new URL(file, import.meta.url), "utf8");
  return source.includes("API_CALLS") ? source + JSON.stringify([API_CALLS, API_MODELS]) : source;
}
