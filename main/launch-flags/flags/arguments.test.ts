import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withChanges, withFlag } from "./arguments.ts";
import { KNOWN_FLAGS } from "./index.ts";

const vllm = KNOWN_FLAGS.vllm.flags;
const change = (words: string, flag: string, value: string | null, known = vllm) =>
  withChanges(words.split(" "), [{ flag, value }], known).join(" ");

describe("[LAUNCH-5] changed flags", () => {
  it("replaces a value where it is, in both spellings and by an alias", () => {
    expect(change("serve m --max-num-seqs 8 --foo", "--max-num-seqs", "16")).toBe(
      "serve m --max-num-seqs 16 --foo",
    );
    expect(change("serve m --max_num_seqs=8 --foo", "--max-num-seqs", "16")).toBe(
      "serve m --max-num-seqs 16 --foo",
    );
    expect(change("serve m -tp 2", "--tensor-parallel-size", "4")).toBe(
      "serve m --tensor-parallel-size 4",
    );
  });

  it("appends a new flag and removes one with its value", () => {
    expect(change("serve m", "--max-num-seqs", "16")).toBe("serve m --max-num-seqs 16");
    expect(change("serve m --max-num-seqs 16 --foo", "--max-num-seqs", null)).toBe("serve m --foo");
  });

  it("turns a switch on, off and back to the default", () => {
    expect(change("m --enable-prefix-caching x", "--enable-prefix-caching", "off")).toBe(
      "m --no-enable-prefix-caching x",
    );
    expect(change("m --no-enable-prefix-caching x", "--enable-prefix-caching", "on")).toBe(
      "m --enable-prefix-caching x",
    );
    expect(change("m --no-enable-prefix-caching x", "--enable-prefix-caching", null)).toBe("m x");
    const { flags } = KNOWN_FLAGS.sglang;
    expect(change("m --disable-radix-cache", "--disable-radix-cache", "off", flags)).toBe("m");
  });

  it("writes a value that begins with a dash in one word", () => {
    const { flags } = KNOWN_FLAGS.sglang;
    expect(change("m --chunked-prefill-size 4096 x", "--chunked-prefill-size", "-1", flags)).toBe(
      "m --chunked-prefill-size=-1 x",
    );
    expect(change("m --chunked-prefill-size -1 x", "--chunked-prefill-size", null, flags)).toBe(
      "m x",
    );
  });

  it("passes unknown flags on as they are written", () => {
    expect(change("m --seed 3 --x", "--seed", "4")).toBe("m --seed 4 --x");
    expect(change("m --x --seed 3", "--x", null)).toBe("m --seed 3");
    expect(change("m", "--new-switch", "")).toBe("m --new-switch");
  });

  it.each([
    ["--max-num-seqs", "0", "--max-num-seqs is '0', but must be a whole number, at least 1."],
    ["--max-num-seqs", "1.5", "whole number"],
    ["--max-num-seqs", "many", "whole number"],
    ["--gpu-memory-utilization", "0", "more than 0 and at most 1"],
    ["--gpu-memory-utilization", "1.2", "at most 1"],
    ["--scheduling-policy", "lifo", "one of fcfs, priority"],
    ["--enable-prefix-caching", "1", "on or off"],
    ["--port", "80", "the console sets the port"],
    ["--api-key", "secret", "store and show the key"],
  ])("rejects %s %s", (flag, value, message) => {
    expect(() => withChanges(["m"], [{ flag, value }], vllm)).toThrow(message);
  });

  it("leaves every word alone that is not the flag's", () => {
    const word = fc.constantFrom("serve", "model", "--foo", "--bar=1", "3", "-x", "--seed", "a b");
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const changed = withFlag(words, "--port", "1");
        expect(changed).toEqual([...words, "--port", "1"]);
      }),
    );
  });
});
