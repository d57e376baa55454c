import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinCommandLine, splitCommandLine } from "./command-line.ts";

describe("[LAUNCH-2] a command line", () => {
  it("is split as a shell splits it", () => {
    expect(
      splitCommandLine(
        `vllm serve 'my model' --chat-template "a \\"b\\".jinja" --x=a\\ b \\\n --empty ''`,
      ),
    ).toEqual([
      "vllm",
      "serve",
      "my model",
      "--chat-template",
      'a "b".jinja',
      "--x=a b",
      "--empty",
      "",
    ]);
  });

  it("keeps JSON in single quotes", () => {
    expect(splitCommandLine(`vllm serve m --compilation-config '{"level": 3}'`).at(-1)).toBe(
      '{"level": 3}',
    );
  });

  it.each([
    "a; b",
    "a | b",
    "a $HOME",
    'a "$HOME"',
    "a `b`",
    "a > b",
    "a *.json",
    "~/vllm",
    "a & b",
  ])("rejects what needs a shell: %s", (line) =>
    expect(() => splitCommandLine(line)).toThrow(/needs a shell/),
  );

  it("names a quote that isn't closed, and a second line", () => {
    expect(() => splitCommandLine("a 'b")).toThrow(/not closed/);
    expect(() => splitCommandLine("a b\nc")).toThrow(/several lines/);
  });

  it("is joined to a line that is split into the same words", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
        expect(splitCommandLine(joinCommandLine(words))).toEqual(words);
      }),
    );
  });
});
