import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHost, type TestHost } from "../../main/testing/test-host.ts";
import { curlCall, overrideJson, pythonCall, pythonWay } from "./override-calls.ts";

const mlp = { serverId: "embedded", model: "mlp" };
/** Characters with a meaning in shells, JSON or Python. */
const nasty = `it's "quoted" $HOME \`date\` \\ back\\nslash %s !! é 😀`;
let host: TestHost;
let text: string;

beforeAll(async () => {
  host = await startTestHost({ openControl: true });
  await host.until("live");
  const { text: before } = await host.client.request("configs.get", mlp);
  text = `${before}\nparameters { key: "note" value { string_value: ${JSON.stringify(nasty)} } }\n`;
});
afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

async function servedNote(): Promise<unknown> {
  const { config } = await host.client.request("models.detail", mlp);
  const parameters = config?.["parameters"] as Record<string, { string_value: string }> | undefined;
  return parameters?.["note"]?.string_value;
}

test("the curl command, run by a shell, loads the override", async () => {
  const { http } = host.status()?.endpoints ?? { http: "" };
  const command = curlCall(http, "mlp", overrideJson(text) ?? "");
  execFileSync("sh", ["-c", command], { encoding: "utf8" });
  expect(await servedNote()).toBe(nasty);
});

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

test("the Python program speaks gRPC where there is an address for it, else HTTP", () => {
  const both = { grpc: "host:8001", http: "host:8000" };
  expect(pythonWay(both)).toEqual({ module: "grpc", address: "host:8001" });
  expect(pythonWay({ ...both, grpc: "" })).toEqual({ module: "http", address: "host:8000" });
  expect(pythonWay({ grpc: "", http: "" })).toBeNull();
});

test.skipIf(!hasPython()).each([
  { module: "grpc", address: "host:8001" },
  { module: "http", address: "host:8000" },
] as const)("the Python program over $module hands the client the same configuration", (way) => {
  const folder = path.join(host.directory, "python", "tritonclient");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "__init__.py"), "");
  fs.writeFileSync(
    path.join(folder, `${way.module}.py`),
    `import json, sys
class InferenceServerClient:
    def __init__(self, url): self.url = url
    def load_model(self, name, config=None): self.said = {"url": self.url, "name": name, "config": config}
    def get_model_config(self, name): return json.dumps(self.said)
`,
  );
  const json = overrideJson(text) ?? "";
  const said = JSON.parse(
    execFileSync("python3", ["-c", pythonCall(way, 'm"\\', json)], {
      encoding: "utf8",
      env: { ...process.env, PYTHONPATH: path.dirname(folder) },
    }),
  );
  expect(said).toMatchObject({ url: way.address, name: 'm"\\' });
  expect(JSON.parse(said.config)).toEqual(JSON.parse(json));
});

test("a text that does not parse has no call", () => {
  expect(overrideJson("max_batch_size: ")).toBeNull();
});
