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
    expect(read(null, ["m"]).write(["m", "--x"])).toEqual(["m", "--x"]);
  });

  it("is one simple command of a shell, as vLLM's documentation has it", () => {
    const args = ["vllm serve mistralai/Mistral-7B --trust-remote-code \\\n  --max-num-seqs 8\n"];
    const list = read(["/bin/sh", "-c"], args);
    expect(list).toMatchObject({ field: "args", original: args });
    expect(list.words.slice(-2)).toEqual(["--max-num-seqs", "8"]);
    expect(list.write(["vllm", "serve", "my model"])).toEqual(["vllm serve 'my model'"]);
    const command = read(["bash", "-lc", "vllm serve m"], null);
    expect(command.write(["vllm", "serve", "m", "--x"])).toEqual([
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
