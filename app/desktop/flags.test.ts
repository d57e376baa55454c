import { expect, test } from "vitest";
import { readDesktopFlags } from "./flags.ts";

test("without flags, nothing is decided here", () => {
  expect(readDesktopFlags([], "/")).toEqual({
    dataDirectory: null,
    modelRepository: null,
    openControl: false,
  });
});

test("folders are taken from where the application was started", () => {
  const flags = readDesktopFlags(["--data-dir=data", "--model-repository", "/models"], "/home/me");
  expect(flags).toEqual({
    dataDirectory: "/home/me/data",
    modelRepository: "/models",
    openControl: false,
  });
});

test("the engine's control is opened to other programs only when asked for", () => {
  expect(readDesktopFlags(["--engine-open-control"], "/").openControl).toBe(true);
  expect(readDesktopFlags(["--engine-open-control=x"], "/").openControl).toBe(false);
});

test.each([[["--data-dir"]], [["--data-dir="]]])("%j names no folder", (args) => {
  expect(readDesktopFlags(args, "/").dataDirectory).toBeNull();
});

test("what Chromium and the system add is left alone", () => {
  const args = ["--no-sandbox", "--inspect=0", "-psn_0_1", "/project", "--data-dir=/data", "file"];
  expect(readDesktopFlags(args, "/").dataDirectory).toBe("/data");
});
