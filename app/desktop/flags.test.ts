import { expect, test } from "vitest";
import { readDesktopFlags } from "./flags.ts";

test("without flags, defaults apply", () => {
  expect(readDesktopFlags([], "/")).toEqual({
    dataDirectory: null,
    modelRepositories: [],
    openControl: false,
    backendConfig: [],
  });
});

test("relative folders are resolved from the working directory", () => {
  const flags = readDesktopFlags(["--data-dir=data", "--model-repository", "/models"], "/home/me");
  expect(flags).toEqual({
    dataDirectory: "/home/me/data",
    modelRepositories: ["/models"],
    openControl: false,
    backendConfig: [],
  });
});

test("the engine's control is opened to other programs only on request", () => {
  expect(readDesktopFlags(["--engine-open-control"], "/").openControl).toBe(true);
  expect(readDesktopFlags(["--engine-open-control=x"], "/").openControl).toBe(false);
});

test.each([[["--data-dir"]], [["--data-dir="]]])("%j is rejected as a folder", (args) => {
  expect(readDesktopFlags(args, "/").dataDirectory).toBeNull();
});

test("arguments of Chromium and the system are ignored", () => {
  const args = ["--no-sandbox", "--inspect=0", "-psn_0_1", "/project", "--data-dir=/data", "file"];
  expect(readDesktopFlags(args, "/").dataDirectory).toBe("/data");
});

test("settings of the engine's backends are accepted and checked", () => {
  const read = (...args: string[]) => readDesktopFlags(args, "/home/me").backendConfig;
  expect(
    read("--backend-config=python,executable=./venv/bin/python", "--backend-config=python,x=1"),
  ).toEqual(["python,executable=/home/me/venv/bin/python", "python,x=1"]);
  expect(() => read("--backend-config=python")).toThrow("--backend-config option format is");
  expect(() => read("--backend-config")).toThrow("--backend-config option format is");
});
