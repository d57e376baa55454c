import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const mlp = { serverId: "embedded", model: "mlp" };
const pair = `name: "pair"
platform: "ensemble"
max_batch_size: 64
input { name: "x" data_type: TYPE_FP32 dims: 128 }
output { name: "z" data_type: TYPE_FP32 dims: 10 }
ensemble_scheduling { step {
  model_name: "mlp" model_version: -1
  input_map { key: "x" value: "x" } output_map { key: "y" value: "z" }
} }
`;
let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
  fs.mkdirSync(path.join(host.repository, "pair", "1"), { recursive: true });
  fs.writeFileSync(path.join(host.repository, "pair", "config.pbtxt"), pair);
  await host.until("live");
});

afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

const smaller = async () => {
  const { text, etag } = await host.client.request("configs.get", mlp);
  return { text: text.replace("max_batch_size: 64", "max_batch_size: 16"), etag, before: text };
};

test("an ensemble that does not serve is judged by its file, and the reading is reported", async () => {
  await host.client.request("models.unload", { ...mlp, model: "pair" });
  const { text, etag, before } = await smaller();
  const effect = await host.client.request("configs.effect", { ...mlp, text });
  expect(effect).toMatchObject({
    dependents: ["pair"],
    before: { text: before, etag },
    ensembles: {
      refused: [
        {
          ensemble: "pair",
          serves: false,
          message: expect.stringContaining("maximum batch size to be 16"),
        },
      ],
      unjudged: [],
    },
  });
});

test("an apply and an unload name the ensembles that stopped with them", async () => {
  await host.client.request("models.load", { ...mlp, model: "pair" });
  const { text, etag } = await smaller();
  const effect = await host.client.request("configs.effect", { ...mlp, text });
  expect(effect.ensembles.refused).toMatchObject([{ ensemble: "pair", serves: true }]);
  const request = { ...mlp, text, baseEtag: etag, note: "" };
  const { stopped, history } = await host.client.request("configs.apply", request);
  expect(stopped).toEqual([
    { model: "pair", reason: expect.stringContaining("maximum batch size to be 16") },
  ]);
  const revisionId = history.find(({ origin }) => origin === "found")?.id ?? 0;
  const reverted = await host.client.request("configs.revert", { ...mlp, revisionId });
  expect(reverted.stopped).toEqual([]);

  await host.client.request("models.load", { ...mlp, model: "pair" });
  expect((await host.client.request("models.unload", mlp)).stopped).toMatchObject([
    { model: "pair" },
  ]);
  await host.client.request("models.load", mlp);
});

test("the other models are reported as they serve, or by their files", async () => {
  await host.client.request("models.unload", { ...mlp, model: "pair" });
  const others = await host.client.request("configs.others", mlp);
  expect(others).toEqual([{ name: "pair", text: pair, signature: null, serves: false }]);
  const [served] = await host.client.request("configs.others", { ...mlp, model: "pair" });
  expect(served).toMatchObject({ name: "mlp", serves: true });
  expect(served?.text).toContain("max_batch_size: 64");
});
