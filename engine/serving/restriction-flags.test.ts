import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { engineProgram } from "../../base/testing/program-files.ts";
import { TestRepository } from "../testing/repository.ts";
import { FlagError } from "./flag-values.ts";
import { readServeFlags } from "./serve-flags.ts";

const secret = "s".repeat(32);
const read = (...argv: string[]) =>
  readServeFlags(["--model-repository=/models", ...argv], () => secret).restrictions;

test("[RESTRICT-1] groups of names, each with its own key and value", () => {
  const { http, grpc } = read(
    "--http-restricted-api=model-repository:admin-key=admin=value:1",
    "--http-restricted-api=inference,metadata:infer-key=infer-value",
    "--grpc-restricted-protocol",
    "shared-memory,telemetry:k=v",
  );
  const admin = { header: "admin-key", value: "admin=value:1" };
  const infer = { header: "infer-key", value: "infer-value" };
  expect([...http]).toEqual([
    ["repository-index", admin],
    ["repository-control", admin],
    ["inference", infer],
    ["metadata", infer],
  ]);
  const prefixed = { header: "triton-grpc-protocol-k", value: "v" };
  expect([...grpc]).toEqual([
    ["shared-memory", prefixed],
    ["telemetry", prefixed],
  ]);
});

test.each([
  ["--http-restricted-api=model-reposit,health:k1=v1", "unknown restricted api 'model-reposit'"],
  ["--grpc-restricted-protocol=model-reposit:k1=v1", "unknown restricted protocol 'model-reposit'"],
  ["--http-restricted-api=health,:k=v", "unknown restricted api ''"],
  ["--http-restricted-api=toString:k=v", "unknown restricted api 'toString'"],
  [
    "--http-restricted-api=health,health:k=v",
    "restricted api 'health' can not be specified in multiple config groups",
  ],
  ...["health", "health:k", "health=k", ":k=v", "health:=v", "health:k="].map((group) => [
    `--grpc-restricted-protocol=${group}`,
    `--grpc-restricted-protocol option format is '<config name>:<setting>=<value>'. Got ${group}`,
  ]),
  ["--http-restricted-api=health:a key=v", "'a key' can't be the name of a header"],
  ["--control-secret=hunter2", "--control-secret takes stdin"],
])("[RESTRICT-1] %s is rejected", (flag = "", sentence = "") => {
  expect(() => read(flag)).toThrow(FlagError);
  expect(() => read(flag)).toThrow(sentence);
});

test("[RESTRICT-1] a name may be in only one group", () => {
  const groups = (flag: string) => [
    `--${flag}=model-repository,health:k1=v1`,
    `--${flag}=health:k2=v2`,
  ];
  expect(() => read(...groups("http-restricted-api"))).toThrow(
    "api 'health' can not be specified in multiple config groups",
  );
  expect(() => read(...groups("grpc-restricted-protocol"))).toThrow(
    "protocol 'health' can not be specified in multiple config groups",
  );
  expect(() => read("--http-restricted-api=trace:k=v", "--control-secret=stdin")).toThrow(
    "api 'trace' can not be specified in multiple config groups",
  );
});

/** The engine with `line` on its standard input. */
async function serve(repository: string, line: string) {
  const child = fork(
    engineProgram,
    [
      `--model-repository=${repository}`,
      "--model-control-mode=explicit",
      "--control-secret=stdin",
      ...["grpc", "http", "metrics"].map((name) => `--${name}-port=0`),
    ],
    { stdio: ["pipe", "ignore", "ignore", "ipc"], execArgv: [] },
  );
  child.stdin?.end(line);
  const [message] = (await once(child, "message")) as [Record<string, string>];
  return { child, message };
}

test("[RESTRICT-5] control requires the secret from standard input, and the rest stays open", async () => {
  await using repository = await TestRepository.create();
  await repository.identity("m", "");
  const { child, message } = await serve(repository.path, `${secret}\nrest`);
  try {
    const post = async (path: string, key?: string) => {
      const headers: Record<string, string> = key === undefined ? {} : { "batchdeck-control": key };
      return (await fetch(`http://${message["http"]}${path}`, { method: "POST", headers })).status;
    };
    expect(await post("/v2/repository/models/m/load")).toBe(403);
    expect(await post("/v2/repository/models/m/load", "x".repeat(32))).toBe(403);
    expect(await post("/v2/repository/models/m/load", secret)).toBe(200);
    expect(await post("/v2/logging")).toBe(403);
    expect(await post("/v2/repository/index")).toBe(200);
    const get = async (path: string) => (await fetch(`http://${message["http"]}${path}`)).status;
    for (const path of ["/v2", "/v2/health/ready", "/v2/models/stats", "/v2/models/m/config"]) {
      expect(await get(path), path).toBe(200);
    }
    expect(await get("/v2/trace/setting")).toBe(403);
  } finally {
    child.kill("SIGKILL");
  }
});

test("[RESTRICT-5] without a valid secret nothing is served, and the secret isn't shown", async () => {
  await using repository = await TestRepository.create();
  const { message } = await serve(repository.path, "short secret\n");
  expect(message).toMatchObject({ type: "failed" });
  expect(message["message"]).toContain("takes 16 to 256 visible ASCII characters");
  expect(message["message"]).not.toContain("short secret");
});
