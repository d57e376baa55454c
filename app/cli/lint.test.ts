import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLineProgram } from "../../base/testing/program-files.ts";
import { writeSampleModels } from "../../assets/sample-models/index.ts";

const main = commandLineProgram.pathname;
let repository: string;

beforeEach(() => {
  repository = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-lint-"));
});
afterEach(() => {
  fs.rmSync(repository, { recursive: true, force: true });
});

interface Result {
  readonly code: number | null;
  readonly lines: string[];
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command like a shell; paths in its output are relative to the repository. */
async function batchdeck(...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, [main, ...args], { cwd: repository });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, lines: output.stdout.split("\n").filter(Boolean), ...output };
}

/** With a version folder that a Python model may have. */
function write(model: string, text: string | Buffer): string {
  fs.mkdirSync(path.join(repository, model, "1"), { recursive: true });
  fs.writeFileSync(path.join(repository, model, "1", "model.py"), "");
  const file = path.join(repository, model, "config.pbtxt");
  fs.writeFileSync(file, text);
  return file;
}

function contents(): Record<string, string> {
  const folders = fs.readdirSync(repository);
  const read = (name: string) =>
    fs.readFileSync(path.join(repository, name, "config.pbtxt"), "utf8");
  return Object.fromEntries(folders.map((name) => [name, read(name)]));
}

const tensors =
  'input { name: "x" data_type: TYPE_FP32 dims: 8 }\noutput { name: "y" data_type: TYPE_FP32 dims: 2 }\n';
const quiet = `backend: "python"\nmax_batch_size: 8\n${tensors}dynamic_batching { default_queue_policy { max_queue_size: 64 } }\n`;

describe("lint", () => {
  it("prints a line per finding, by model and position, and fails", async () => {
    write("a", "max_batchsize: 4\nbackend: 7\n");
    write("b", quiet.replace("max_batch_size: 8", "max_batch_size: -1"));
    const { code, lines } = await batchdeck("lint", ".");
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(" error "))).toEqual([
      expect.stringMatching(/^a\/config\.pbtxt:1:1 error unknown-field ModelConfig has no field/),
      expect.stringMatching(/^a\/config\.pbtxt:2:10 error wrong-type backend expects a string/),
      expect.stringMatching(/^b\/config\.pbtxt:2:17 error \S+ .*max_batch_size/),
    ]);
  });

  it("accepts a file or a model's folder, and prints nothing without findings", async () => {
    write("a", quiet);
    const nothing = { code: 0, stdout: "", stderr: "" };
    expect(await batchdeck("lint", "a/config.pbtxt", "--stage=ensemble")).toMatchObject(nothing);
    expect(await batchdeck("lint", "a", "a/config.pbtxt", "--stage=ensemble")).toMatchObject(
      nothing,
    );
  });

  it("fails from the given severity", async () => {
    write("a", quiet.replace("{ default_queue_policy { max_queue_size: 64 } }", "{ }"));
    const { code, lines } = await batchdeck("lint", "a");
    expect(code).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^a\/config\.pbtxt:5:\d+ warning Q1 /));
    expect((await batchdeck("lint", "a", "--fail-on", "warning")).code).toBe(1);
    expect((await batchdeck("lint", "a", "--fail-on=info")).code).toBe(1);
    const early = await batchdeck("lint", "a", "--fail-on=info", "--stage", "ensemble");
    expect(early).toMatchObject({ code: 0, stdout: "" });
  });

  it("compares with the ONNX file next to the configuration", async () => {
    await writeSampleModels(repository);
    const file = path.join(repository, "mlp", "config.pbtxt");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("TYPE_FP32", "TYPE_INT64"));
    const { code, stdout } = await batchdeck("lint", "mlp", "--json", "--stage=load");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ file: "mlp/config.pbtxt", severity: "error", stage: "load" }),
    ]);
    expect((await batchdeck("lint", "mlp", "--stage=validation")).code).toBe(0);
  });

  it("[LINT-2] [LINT-6] finds missing files in a repository, and checks a single config.pbtxt by itself", async () => {
    const file = write("a", quiet);
    fs.rmSync(path.join(repository, "a", "1"), { recursive: true });
    fs.mkdirSync(path.join(repository, "empty"));
    const { code, lines } = await batchdeck("lint", ".", "--stage=load");
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(
        /^a\/config\.pbtxt:1:1 error version-missing at least one version must/,
      ),
      expect.stringMatching(
        /^empty\/config\.pbtxt:1:1 error backend-missing Invalid model name: Could not/,
      ),
    ]);
    expect((await batchdeck("lint", file, "--stage=load")).code).toBe(0);
    fs.mkdirSync(path.join(repository, "a", "1"));
    expect((await batchdeck("lint", "a", "--stage=load")).lines).toEqual([
      expect.stringMatching(
        /error model-file unable to find '1\/model\.py' for the python backend/,
      ),
    ]);
  });

  it("[LINT-1] --server=embedded adds what the embedded engine rejects", async () => {
    write("a", quiet.replace("python", "dali"));
    expect((await batchdeck("lint", "a", "--server=triton")).code).toBe(0);
    const { code, lines } = await batchdeck("lint", "a", "--server=embedded");
    expect(code).toBe(1);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^a\/config\.pbtxt:1:\d+ error backend-not-here unable to find backend/,
      ),
    );
  });

  it("checks an ensemble with the models it names, alone and in its repository", async () => {
    write("part", quiet);
    write(
      "whole",
      `platform: "ensemble"\nmax_batch_size: 8\n${tensors}ensemble_scheduling { step { model_name: "gone" model_version: -1 input_map { key: "x" value: "x" } output_map { key: "y" value: "y" } } }\n`,
    );
    for (const given of [".", "whole"]) {
      const { code, stdout } = await batchdeck("lint", given, "--json", "--stage=ensemble");
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toEqual([
        expect.objectContaining({ stage: "ensemble", message: expect.stringContaining("gone") }),
      ]);
    }
  });

  it("[LINT-4] --fix fixes errors, ignores advice and reports the rest", async () => {
    const text = `# mine\n${quiet.replace("{ default_queue_policy { max_queue_size: 64 } }", "{ } # soon")}`;
    const file = write("a", text.replace("max_batch_size", "max_batchsize"));
    write("b", "nothing_like_it: 7\n");
    const { code, lines, stderr } = await batchdeck("lint", ".", "--fix");
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(" error "))).toEqual([
      expect.stringMatching(/^b\/config\.pbtxt:1:1 error unknown-field /),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^a\/config\.pbtxt:6:\d+ warning Q1 /));
    expect(stderr).toBe("a/config.pbtxt: Write max_batch_size\n");
    expect(fs.readFileSync(file, "utf8")).toBe(text);
    expect((await batchdeck("lint", "a", "--fix=errors")).stderr).toBe("");
  });

  it("[LINT-4] [LINT-5] --fix=advice only applies advice, --fix=all both", async () => {
    const open = quiet.replace("{ default_queue_policy { max_queue_size: 64 } }", "{ } # soon");
    const broken = open.replace("max_batch_size", "max_batchsize");
    const file = write("a", open);
    const advised = await batchdeck("lint", "a", "--fix=advice", "--fail-on=warning");
    expect(advised.stderr).toMatch(/^a\/config\.pbtxt: Set max_queue_size to \d+$/m);
    expect(advised.code).toBe(0);
    const fixed = fs.readFileSync(file, "utf8");
    expect(fixed).toMatch(/default_queue_policy \{\s*max_queue_size: \d+\s*\}\s*\} # soon\n/);
    expect((await batchdeck("lint", "a", "--fix=all")).stderr).toBe("");

    write("a", broken);
    expect((await batchdeck("lint", "a", "--fix=advice")).stderr).toBe("");
    expect((await batchdeck("lint", "a", "--fix=all")).stderr).toContain("Write max_batch_size\n");
    expect(fs.readFileSync(file, "utf8")).toBe(fixed);
  });

  it("[LINT-4] --fix doesn't change configurations that load", async () => {
    await writeSampleModels(repository);
    const untidy = `max_batch_size:8;backend:'python',${tensors}dynamic_batching{preferred_batch_size:[ 2,4 ]}#x`;
    write("untidy", untidy);
    const before = contents();
    expect((await batchdeck("lint", ".", "--fix")).stderr).toBe("");
    expect(contents()).toEqual(before);
  });

  it("[LINT-7] finds a config.pbtxt that is a folder, and continues with the other models", async () => {
    write("a", quiet.replace("python", "pythin"));
    fs.mkdirSync(path.join(repository, "b", "config.pbtxt"), { recursive: true });
    const { code, lines, stderr } = await batchdeck("lint", ".", "--stage=load");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(lines).toEqual([
      "b/config.pbtxt:1:1 error unreadable config.pbtxt is a folder, not a file.",
    ]);
    expect((await batchdeck("lint", "b", "--fix=all")).lines).toEqual(lines);
    const format = await batchdeck("format", ".", "--check");
    expect(format).toMatchObject({
      code: 1,
      stderr: "b/config.pbtxt: config.pbtxt is a folder, not a file.\n",
    });
  });

  it("[LINT-2] accepts models without configurations, their version folders and files", async () => {
    await writeSampleModels(repository);
    for (const name of fs.readdirSync(repository)) {
      if (name !== "mlp") fs.rmSync(path.join(repository, name), { recursive: true });
    }
    fs.rmSync(path.join(repository, "mlp", "config.pbtxt"));
    for (const given of [".", "mlp", "mlp/1", "mlp/1/model.onnx"]) {
      const { code, lines } = await batchdeck("lint", given, "--stage=load");
      expect({ given, code, lines }).toEqual({ given, code: 0, lines: [] });
    }
  });

  it("doesn't change a file that isn't UTF-8", async () => {
    const bytes = Buffer.from("# caf\xe9\nmax_batch_size: 4\n", "latin1");
    const file = write("a", bytes);
    const { code, lines } = await batchdeck("lint", "a", "--fix");
    expect(code).toBe(1);
    expect(lines).toEqual(["a/config.pbtxt:1:1 error unreadable config.pbtxt is not UTF-8 text."]);
    expect(fs.readFileSync(file)).toEqual(bytes);
  });

  it.each([
    [[], "lint takes a path: batchdeck lint PATH"],
    [["gone"], "'gone' does not exist."],
    [
      ["."],
      "'.' is not a model repository: neither it nor a folder in it has a config.pbtxt or a version folder.",
    ],
    [[".", "--server=other"], "--server is 'other'; it must be one of triton, embedded."],
    [
      [".", "--stage=start"],
      "--stage is 'start'; it must be one of syntax, validation, load, ensemble, running.",
    ],
    [[".", "--fail-on", "none"], "--fail-on is 'none'; it must be one of error, warning, info."],
    [[".", "--fix=most"], "--fix is 'most'; it must be one of errors, advice, all."],
    [[".", "--strict"], "Unknown option '--strict'. See --help."],
  ])("%j is wrong usage", async (args, sentence) => {
    const { code, stdout, stderr } = await batchdeck("lint", ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `${sentence}\n` });
  });
});

describe("format", () => {
  const untidy = "name:'a' # name\n\n\ninput[{dims:[ 1,2 ];},\n{ }]\n";
  const tidy = "name: 'a' # name\n\ninput [\n  { dims: [1, 2] },\n  {}\n]\n";

  it("formats files, keeps comments, and prints changed files", async () => {
    const file = write("a", untidy);
    write("b", tidy);
    expect(await batchdeck("format", ".")).toMatchObject({ code: 0, lines: ["a/config.pbtxt"] });
    expect(fs.readFileSync(file, "utf8")).toBe(tidy);
    expect(await batchdeck("format", ".", "--check")).toMatchObject({ code: 0, stdout: "" });
  });

  it("--check changes nothing", async () => {
    const file = write("a", untidy);
    expect(await batchdeck("format", "a", "--check")).toMatchObject({
      code: 1,
      lines: ["a/config.pbtxt"],
    });
    expect(fs.readFileSync(file, "utf8")).toBe(untidy);
  });

  it("doesn't change files with syntax errors", async () => {
    write("a", "name: 'a\n");
    expect(await batchdeck("format", "a")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "a/config.pbtxt: Line 1, column 7: This string has no closing ' in its line.\n",
    });
    expect((await batchdeck("format")).code).toBe(2);
  });
});

describe("names with control characters", () => {
  it("[CLI-1] are escaped in the output of lint and format", async () => {
    const name = "evil\u001b[2Jmodel\u202e";
    write(name, `name: "a\u009b31m"\nbackend: 7\u001b]0;owned\u0007\n`);
    for (const args of [
      ["lint", "."],
      ["lint", "--json", "."],
      ["format", "."],
      ["lint", `./${name}`],
    ]) {
      const { stdout, stderr } = await batchdeck(...args);
      // oxlint-disable-next-line no-control-regex
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(stdout + stderr).toContain("\\u001b[2J");
    }
  });
});
