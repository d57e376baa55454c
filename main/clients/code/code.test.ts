import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import vm from "node:vm";
import { stripTypeScriptTypes } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelDetail, TrialRequest } from "../../contract/index.ts";
import { plainEndpoints } from "../../servers/index.ts";
import { prepareRequest } from "../../wire/exchange/index.ts";
import { sampleDetail, sampleTrial } from "../testing/samples.ts";
import { clientPrograms } from "./index.ts";
import { shellWord } from "../../../base/shell-word.ts";
import { pythonBytes, pythonString, scriptString } from "./quote.ts";

const endpoints = { http: "127.0.0.1:8000", grpc: "127.0.0.1:8001", metrics: "" };
const x = { name: "x", datatype: "FP32", shape: [-1, 3] };
const y = { name: "y", datatype: "FP32", shape: [-1, 2] };

async function programs(detail: ModelDetail, more: Partial<TrialRequest> = {}) {
  const prepared = await prepareRequest(detail, sampleTrial(detail, more));
  const made = clientPrograms(prepared, detail, plainEndpoints(endpoints));
  return Object.fromEntries(made.map(({ language, text, notes }) => [language, { text, notes }]));
}

const has = (command: string) =>
  spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;

/** Python's syntax errors; "" for a valid program. */
function pythonComplaint(texts: readonly string[]): string {
  const check = "import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)";
  const { stderr } = spawnSync("python3", ["-c", check], {
    input: JSON.stringify(texts),
    encoding: "utf8",
  });
  return stderr;
}

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "'",
    '"',
    "\n",
    "`${1}`",
    "\\",
    "JSON",
    "$(id)",
    "\u2028",
    "é😀",
    "TENSOR\n",
    "'''",
  ),
);

describe("[CLIENT-4] quoting", () => {
  it("quotes any text as one shell word", () => {
    fc.assert(
      fc.property(
        fc.array(
          hostile.map((text) => text.replaceAll("\0", "").toWellFormed()),
          { minLength: 1 },
        ),
        (texts) => {
          const script = `printf '%s\\037' ${texts.map(shellWord).join(" ")}`;
          const shown = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" });
          expect(shown).toBe(texts.map((text) => `${text}\x1f`).join(""));
        },
      ),
      { numRuns: 20 },
    );
  });

  it("quotes the same text for TypeScript", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(vm.runInNewContext(scriptString(text))).toBe(text);
      }),
    );
  });

  it.skipIf(!has("python3"))("gives Python the same text and the same bytes", () => {
    const texts = fc.sample(hostile, 200).map((text) => text.toWellFormed());
    const bytes = fc.sample(fc.uint8Array(), 100);
    const program = [
      "import json",
      `texts = [${texts.map(pythonString).join(", ")}]`,
      `bytes_ = [${bytes.map(pythonBytes).join(", ")}]`,
      "print(json.dumps([texts, [list(each) for each in bytes_]]))",
    ].join("\n");
    const shown = execFileSync("python3", ["-"], { input: program, encoding: "utf8" });
    expect(JSON.parse(shown)).toEqual([texts, bytes.map((each) => [...each])]);
  });
});

/** Models of every kind that affects the client code. */
const kinds: Record<string, [ModelDetail, Partial<TrialRequest>]> = {
  plain: [sampleDetail([x], [y]), {}],
  "everything asked for": [
    sampleDetail([x], [y], {
      max_batch_size: 8,
      dynamic_batching: { priority_levels: 3 },
    }),
    {
      modelVersion: "1",
      id: "a 'b' \"c\"\n",
      outputs: [{ name: "y", classification: 3 }],
      priority: 2,
      timeoutMicros: 5000,
    },
  ],
  sequences: [
    sampleDetail([x], [y], { max_batch_size: 8, sequence_batching: {} }),
    { sequence: { id: 7, start: true, end: false } },
  ],
  decoupled: [
    sampleDetail([{ ...x, shape: [-1] }], [y], {
      max_batch_size: 0,
      model_transaction_policy: { decoupled: true },
    }),
    { wire: "grpc" },
  ],
  "half precision and texts": [
    sampleDetail(
      [
        { name: "a", datatype: "FP16", shape: [-1, 2] },
        { name: "b", datatype: "BF16", shape: [-1, 100] },
        { name: "c", datatype: "BYTES", shape: [-1, 2] },
        { name: "d", datatype: "BOOL", shape: [-1, 2] },
        { name: "e", datatype: "INT64", shape: [-1, 1] },
      ],
      [{ name: "o", datatype: "FP16", shape: [-1, 2] }],
    ),
    { values: { c: '["it\'s", "\\"é😀\\n"]', e: "[9223372036854775807]" } },
  ],
  "a large image": [sampleDetail([{ ...x, shape: [-1, 3, 224, 224] }], [y]), {}],
};

describe.each(Object.entries(kinds))(
  "[CLIENT-5] a client of a model with %s",
  (_name, [detail, more]) => {
    it("is TypeScript that parses, and has no retries", async () => {
      const { typescript } = await programs(detail, more);
      expect(() => stripTypeScriptTypes(typescript?.text ?? "")).not.toThrow();
      expect(typescript?.text).toContain("AbortSignal.timeout(deadlineMs)");
    });

    it.skipIf(!has("python3"))("is Python that parses", async () => {
      const made = await programs(detail, more);
      const texts = [made["python-grpc"]?.text, made["python-http"]?.text];
      expect(pythonComplaint(texts.filter((text) => typeof text === "string"))).toBe("");
    });

    it("is a shell command that parses", async () => {
      const { curl, grpcurl } = await programs(detail, more);
      const complaints = [curl, grpcurl].map(
        (each) =>
          spawnSync("/bin/sh", ["-n"], { input: each?.text ?? "", encoding: "utf8" }).stderr,
      );
      expect(complaints).toEqual(["", ""]);
    });
  },
);

describe("[CLIENT-4] names of tensors and models", () => {
  it.skipIf(!has("python3"))("may be anything", async () => {
    const names = fc.sample(hostile, 40).map((text) => `x${text}`.toWellFormed());
    const made = await Promise.all(
      names.map((name) => programs({ ...sampleDetail([{ ...x, name }], [{ ...y, name }]), name })),
    );
    expect(pythonComplaint(made.map((each) => each["python-grpc"]?.text ?? ""))).toBe("");
    expect(pythonComplaint(made.map((each) => each["python-http"]?.text ?? ""))).toBe("");
    for (const { typescript } of made) stripTypeScriptTypes(typescript?.text ?? "");
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-sh-")), "all.sh");
    fs.writeFileSync(
      file,
      made.map((each) => `${each["curl"]?.text}${each["grpcurl"]?.text}`).join("\n"),
    );
    execFileSync("/bin/sh", ["-n", file]);
    fs.rmSync(path.dirname(file), { recursive: true });
  });
});

describe("[CLIENT-6] what is left out", () => {
  it("is code for a server with an unknown address", async () => {
    const detail = sampleDetail([x], [y]);
    const prepared = await prepareRequest(detail, sampleTrial(detail));
    const made = clientPrograms(prepared, detail, plainEndpoints({ ...endpoints, http: "" }));
    expect(made.filter(({ text }) => text === null).map(({ language }) => language)).toEqual([
      "python-http",
      "typescript",
      "curl",
    ]);
    expect(made[1]?.notes).toEqual(["The server's HTTP address is not known."]);
  });

  it("is reported with a reason if a decoupled model's inputs are not flat lists", async () => {
    const config = { max_batch_size: 0, model_transaction_policy: { decoupled: true } };
    const half = sampleDetail([{ name: "a", datatype: "FP16", shape: [2] }], [y], config);
    const made = await programs(half, { wire: "grpc" });
    expect(made["curl"]).toEqual({ text: null, notes: [expect.stringContaining("flat lists")] });
    expect(made["python-http"]?.notes).toEqual([expect.stringContaining("one response")]);
    expect(made["grpcurl"]?.text).toContain("ModelStreamInfer");
  });

  it("is reported as the values of tensors that are too large", async () => {
    const made = await programs(...(kinds["a large image"] as [ModelDetail, {}]));
    expect(made["python-grpc"]?.text).toContain("np.zeros([1, 3, 224, 224], dtype=np.float32)");
    expect(made["typescript"]?.notes).toEqual([expect.stringContaining("602112 bytes")]);
    expect(made["grpcurl"]?.text).toBeNull();
  });
});
