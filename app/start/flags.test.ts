import { expect, test } from "vitest";
import { engineArguments } from "../../main/supervision/engine-arguments.ts";
import { defaultDataDirectory } from "./data-directory.ts";
import { readStartFlags } from "./flags.ts";

test("without flags the desktop is tried with defaults", () => {
  expect(readStartFlags([], "/work")).toMatchObject({
    web: false,
    port: null,
    open: true,
    modelRepositories: [],
    openControl: false,
  });
  expect(readStartFlags(["--engine-open-control"], "/work").openControl).toBe(true);
});

test("relative folders are resolved from the working directory", () => {
  const flags = readStartFlags(
    ["--web", "--port", "7555", "--no-open", "--data-dir", "data", "--model-repository=/models"],
    "/home/me",
  );
  expect(flags).toMatchObject({
    web: true,
    port: 7555,
    open: false,
    dataDirectory: "/home/me/data",
    modelRepositories: ["/models"],
  });
});

test("several repositories, folders and stores mixed, are served and passed to the engine", () => {
  const { modelRepositories } = readStartFlags(
    ["--model-repository=models", "--model-repository", "s3://bucket/models/"],
    "/home/me",
  );
  expect(modelRepositories).toEqual(["/home/me/models", "s3://bucket/models"]);
  const args = engineArguments({ modelRepository: modelRepositories, openControl: true });
  expect(args.filter((each) => each.startsWith("--model-repository"))).toEqual([
    "--model-repository=/home/me/models",
    "--model-repository=s3://bucket/models",
  ]);
});

test.each([
  [["--port", "0"], "--port takes a port from 1 to 65535, not '0'."],
  [["--port", "x"], "--port takes a port from 1 to 65535, not 'x'."],
  [["--nope"], "Unknown option '--nope'"],
  [["--backend-config=python"], "--backend-config option format is"],
  [["--backend-config", "python,execute-timeout-seconds=-1"], "execute-timeout-seconds"],
  [["--backend-config=python,allow-loaded-code=maybe"], "takes true or false, not 'maybe'"],
  [["--backend-config=python,executable=a\u0000b"], "has a control character"],
])("%j is rejected with a sentence", (args, sentence) => {
  expect(() => readStartFlags(args, "/")).toThrow(sentence);
});

test("the data directory follows the platform's convention", () => {
  expect(defaultDataDirectory("linux", {}, "/home/me")).toBe("/home/me/.local/share/batchdeck");
  expect(defaultDataDirectory("linux", { XDG_DATA_HOME: "/data" }, "/home/me")).toBe(
    "/data/batchdeck",
  );
  expect(defaultDataDirectory("darwin", {}, "/Users/me")).toBe(
    "/Users/me/Library/Application Support/Batchdeck",
  );
});

test("backend settings are passed to the embedded engine; relative paths are resolved from the working directory", () => {
  const settings = [
    "python,executable=venv/bin/python3",
    "python,executable=python3.12",
    "onnxruntime,default-max-batch-size=8",
  ];
  const { backendConfig } = readStartFlags(
    settings.map((setting) => `--backend-config=${setting}`),
    "/home/me",
  );
  expect(backendConfig).toEqual([
    "python,executable=/home/me/venv/bin/python3",
    ...settings.slice(1),
  ]);
  const args = engineArguments({ modelRepository: "/models", openControl: true, backendConfig });
  expect(args).toContain("--backend-config=python,executable=/home/me/venv/bin/python3");
  expect(readStartFlags([], "/").backendConfig).toEqual([]);
});
