import { expect, test } from "vitest";
import { defaultDataDirectory } from "./data-directory.ts";
import { readStartFlags } from "./flags.ts";

test("without flags the desktop is tried and the defaults hold", () => {
  expect(readStartFlags([], "/work")).toMatchObject({
    web: false,
    port: null,
    open: true,
    modelRepository: null,
    openControl: false,
  });
  expect(readStartFlags(["--engine-open-control"], "/work").openControl).toBe(true);
});

test("folders are taken from where the command was called", () => {
  const flags = readStartFlags(
    ["--web", "--port", "7555", "--no-open", "--data-dir", "data", "--model-repository=/models"],
    "/home/me",
  );
  expect(flags).toMatchObject({
    web: true,
    port: 7555,
    open: false,
    dataDirectory: "/home/me/data",
    modelRepository: "/models",
  });
});

test.each([
  [["--port", "0"], "--port takes a port from 1 to 65535, not '0'."],
  [["--port", "x"], "--port takes a port from 1 to 65535, not 'x'."],
  [["--nope"], "Unknown option '--nope'"],
])("%j is refused with a sentence", (args, sentence) => {
  expect(() => readStartFlags(args, "/")).toThrow(sentence);
});

test("the data directory follows the platform's custom", () => {
  expect(defaultDataDirectory("linux", {}, "/home/me")).toBe("/home/me/.local/share/batchdeck");
  expect(defaultDataDirectory("linux", { XDG_DATA_HOME: "/data" }, "/home/me")).toBe(
    "/data/batchdeck",
  );
  expect(defaultDataDirectory("darwin", {}, "/Users/me")).toBe(
    "/Users/me/Library/Application Support/Batchdeck",
  );
});
