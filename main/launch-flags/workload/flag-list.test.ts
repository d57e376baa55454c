import { describe, expect, it } from "vitest";
import { flagList } from "./flag-list.ts";

const read = (command: readonly string[] | null, args: readonly string[] | null) =>
  flagList({ name: "server", command, args, environment: [] });

describe("[LAUNCH-10] the list that holds a container's flags", () => {
  it("is its arguments, or without them its command", () => {
    expect(read(null, ["--model", "m"])).toMatchObject({ field: "args", words: ["--model", "m"] });
    expect(read(["vllm", "serve"], ["m"])).toMatchObject({ field: "args", words: ["m"] });
    expect(read(["vllm", "serve", "m"], null)).toMatchObject({ field: "command" });
    expect(read(null, null)).toMatchObject({ field: "args", original: null, words: [] });
    expect(read(null, ["m"]).write(["m", "--x"]).words).toEqual(["m", "--x"]);
  });

  it("is one simple command of a shell, as vLLM's documentation has it", () => {
    const args = ["vllm serve mistralai/Mistral-7B --trust-remote-code \\\n  --max-num-seqs 8\n"];
    const list = read(["/bin/sh", "-c"], args);
    expect(list).toMatchObject({ field: "args", original: args });
    expect(list.words.slice(-2)).toEqual(["--max-num-seqs", "8"]);
    expect(list.write(["vllm", "serve", "my model"]).words).toEqual(["vllm serve 'my model'"]);
    const command = read(["bash", "-lc", "vllm serve m"], null);
    expect(command.write(["vllm", "serve", "m", "--x"]).words).toEqual([
      "bash",
      "-lc",
      "vllm serve m --x",
    ]);
  });

  it("is not a script that needs a shell", () => {
    expect(() => read(["sh", "-c"], ["vllm serve $MODEL"])).toThrow(/runs a shell script.*'\$'/);
    expect(() => read(["sh", "-c"], ["sleep 1 && vllm serve m"])).toThrow(/as a list/);
  });

  it("must not hold a key, which would be stored and shown", () => {
    expect(() => read(null, ["--model", "m", "--api-key", "secret"])).toThrow(/--api-key/);
    expect(read(null, ["--port", "80", "--host", "::"]).words).toHaveLength(4);
  });
});

describe("[LAUNCH-20] the flags of a container that KServe's presets complete", () => {
  const VARIABLE = "VLLM_ADDITIONAL_ARGS";
  const variable = (value: string) => [{ name: VARIABLE, value, source: "" }];
  const readMerged = (
    script: string,
    own: { args?: readonly string[]; value?: string; preset?: string } = {},
  ) =>
    flagList({
      name: "main",
      command: null,
      args: own.args ?? null,
      environment: own.value === undefined ? [] : variable(own.value),
      merged: {
        command: ["/bin/bash", "-c", script, "--"],
        args: own.args ?? null,
        environment: own.preset === undefined ? [] : variable(own.preset),
      },
    });

  it("are in the variable, as the script takes them", () => {
    const list = readMerged(`eval "exec vllm serve \${${VARIABLE}} $@"`, {
      value: `--max-num-seqs 8 --x '{"a": 1}'`,
      preset: "--y",
    });
    expect(list.words).toEqual(["--max-num-seqs", "8", "--x", '{"a": 1}']);
    expect(list.write(["--x", '{"a": 2}'])).toEqual({
      words: null,
      environment: { [VARIABLE]: `--x '{"a": 2}'` },
    });
  });

  it("are split at spaces without eval, where values with spaces can't be written", () => {
    const list = readMerged(`vllm serve $${VARIABLE}`, { preset: `--x {"a":1}` });
    expect(list.words).toEqual(["--x", '{"a":1}']);
    expect(list.write(["--x", '{"a":2}']).environment).toEqual({ [VARIABLE]: `--x {"a":2}` });
    expect(() => list.write(["--x", '{"a": 2}'])).toThrow(/'{"a": 2}' can't be one of its words/);
  });

  it("are in its arguments where it has those", () => {
    const list = readMerged('exec vllm serve "$@"', { args: ["--x", "a b"] });
    expect(list).toMatchObject({ words: ["--x", "a b"], variable: null });
    expect(list.write(["--x", "c d"])).toEqual({ words: ["--x", "c d"], environment: {} });
  });

  it("are not changed in a script that takes none, from several lines that it evaluates, or from a Secret", () => {
    expect(() => readMerged(`eval "vllm $${VARIABLE}"`, { value: "--x 1\n--y 2" })).toThrow(
      /has several lines/,
    );
    expect(() => readMerged("vllm serve /mnt/models")).toThrow(/takes no flags/);
    const environment = [{ name: VARIABLE, value: null, source: "a Secret" }];
    const merged = { command: ["sh", "-c", `vllm $${VARIABLE}`], args: null, environment: [] };
    expect(() =>
      flagList({ name: "main", command: null, args: null, environment, merged }),
    ).toThrow(/comes from a Secret/);
  });

  it("are those of the preset where no script runs, and replaced whole", () => {
    const merged = { command: ["vllm", "serve"], args: ["/mnt/models", "--x"], environment: [] };
    const list = flagList({ name: "main", command: null, args: null, environment: [], merged });
    expect(list).toMatchObject({ original: null, words: ["/mnt/models", "--x"] });
  });
});
