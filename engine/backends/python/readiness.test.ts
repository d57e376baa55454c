import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { engineRoutes } from "../../protocol/http/routes.ts";
import { serveHttp } from "../../protocol/http/server.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { floats, inferRequest } from "../../testing/requests.ts";
import { ReadinessCheck, ReadyInstances } from "./readiness.ts";
import { FP32_IO, isMissing, missingReason, PythonFixture } from "./testing/python-fixture.ts";

describe("[PYTHON-API-15] asking a process", () => {
  const setUp = () => {
    const clock = new VirtualClock();
    const sent: unknown[] = [];
    const lines: string[] = [];
    const check = new ReadinessCheck({
      clock,
      send: (header) => sent.push(header),
      log: (line) => lines.push(line),
    });
    return { clock, sent, lines, check };
  };

  it("shares one answer among concurrent checks", async () => {
    const { check, sent } = setUp();
    const answers = [check.ask(), check.ask()];
    check.take({ t: "probed", n: 1, ready: true });
    expect(await Promise.all(answers)).toEqual([true, true]);
    const later = check.ask();
    check.take({ t: "probed", n: 2, ready: false, m: "ValueError: no" });
    expect(await later).toBe(false);
    expect(sent).toEqual([
      { t: "probe", n: 1 },
      { t: "probe", n: 2 },
    ]);
  });

  it("treats 5 s without a response as not ready, and ignores late answers", async () => {
    const { check, clock, lines } = setUp();
    const answer = check.ask();
    await clock.advance(5e9);
    expect(await answer).toBe(false);
    expect(lines).toEqual(["is_ready took more than 5 s"]);
    const next = check.ask();
    check.take({ t: "probed", n: 1, ready: true });
    check.take({ t: "probed", n: 2, ready: false });
    expect(await next).toBe(false);
  });

  it("is not ready once the process has ended, and requires all instances to be ready", async () => {
    const { check } = setUp();
    const answer = check.ask();
    check.close();
    expect(await answer).toBe(false);
    const instances = new ReadyInstances();
    expect(await instances.check("m", "1")).toBe(true);
    instances.add("m", "1", { isReady: async () => true });
    const remove = instances.add("m", "1", { isReady: async () => false });
    expect(await instances.check("m", "1")).toBe(false);
    expect(await instances.check("m", "2")).toBe(true);
    remove();
    expect(await instances.check("m", "1")).toBe(true);
  });
});

describe.skipIf(isMissing)(`[PYTHON-API-15] is_ready of a model${missingReason}`, () => {
  let fixture: PythonFixture;
  beforeEach(async () => {
    fixture = await PythonFixture.create();
  });
  afterEach(() => fixture[Symbol.asyncDispose]());

  const file = () => join(fixture.engines.repository.path, "state");
  const model = (body: string, def = "def") => `import os, time
class TritonPythonModel:
    ${def} is_ready(self):
        ${body}
    def execute(self, requests):
        while not os.path.exists(${JSON.stringify(file())} + ".go"):
            time.sleep(0.01)
        array = pb_utils.get_input_tensor_by_name(requests[0], "INPUT0").as_numpy()
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)])]`;
  const fromFile = `return open(${"FILE"}).read() == "yes"`;
  const readsFile = () => fromFile.replace("FILE", JSON.stringify(file()));

  it("is called while an execute runs, over HTTP and by other models", async () => {
    await writeFile(file(), "yes");
    await fixture.model("m", model(readsFile()));
    await fixture.model(
      "other",
      `class TritonPythonModel:
    def execute(self, requests):
        ready = np.array([pb_utils.is_model_ready("m")], dtype=np.float32)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", ready)])]`,
    );
    const engine = await fixture.start();
    const server = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
    const status = async () =>
      (await fetch(`http://127.0.0.1:${server.port}/v2/models/m/ready`)).status;
    const send = (modelName: string) =>
      engine.infer(inferRequest({ modelName, inputs: [floats("INPUT0", [1], [1])] }));
    const isReadyToOthers = async () => {
      const [output] = (await send("other")).outputs;
      return new Float32Array(new Uint8Array(output?.data ?? []).buffer)[0] === 1;
    };
    try {
      expect(await status()).toBe(200);
      const running = send("m");
      expect(await status()).toBe(200);
      expect(await isReadyToOthers()).toBe(true);
      await writeFile(file(), "no");
      expect(await status()).toBe(400);
      expect(await isReadyToOthers()).toBe(false);
      expect(engine.modelReady("m", "")).toBe(true);
      expect((await fetch(`http://127.0.0.1:${server.port}/v2/health/ready`)).status).toBe(400);
      await writeFile(`${file()}.go`, "");
      await running;
      // Later batches are executed as before.
      await Promise.all([send("m"), send("m"), send("m")]);
      await writeFile(file(), "yes");
      expect(await engine.checkReady("m", "1")).toBe(true);
      expect(await engine.checkReady("m", "2")).toBe(false);
    } finally {
      await server.close(AbortSignal.abort());
    }
  });

  it.each([
    ["a coroutine's answer", "return True", "async def", true],
    ["an exception", "raise ValueError('not yet')", "def", false],
    ["what is no boolean", "return 1", "def", false],
  ])("takes %s", async (_, body, def, expected) => {
    await fixture.model("m", model(body, def));
    const engine = await fixture.start();
    expect(await engine.checkReady("m", "")).toBe(expected);
  });

  it("is called in the process that replaces one that ended", async () => {
    await fixture.model(
      "m",
      `import os
class TritonPythonModel:
    def is_ready(self):
        return True
    def execute(self, requests):
        os._exit(3)`,
    );
    const engine = await fixture.start();
    const input = floats("INPUT0", [1], [1]);
    await expect(engine.infer(inferRequest({ inputs: [input] }))).rejects.toThrow("ended");
    await expect.poll(() => engine.checkReady("m", ""), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => engine.telemetry().models[0]?.instances.length).toBe(1);
    expect(await engine.checkReady("m", "")).toBe(true);
  });

  it("is asked by ensembles that have the model as a step, also within other ensembles", async () => {
    await writeFile(file(), "no");
    await fixture.model("m", model(readsFile()));
    await fixture.model("n", model("pass").replace("is_ready", "other"));
    const ensemble = async (name: string, parts: readonly string[]) => {
      const steps = parts.map(
        (part, i) => `{ model_name: "${part}" model_version: -1
  input_map { key: "INPUT0" value: "${i === 0 ? "INPUT0" : `t${i}`}" }
  output_map { key: "OUTPUT0" value: "${i === parts.length - 1 ? "OUTPUT0" : `t${i + 1}`}" } }`,
      );
      await fixture.engines.repository.write(`${name}/1/.keep`, "");
      await fixture.engines.repository.write(
        `${name}/config.pbtxt`,
        `platform: "ensemble"\n${FP32_IO}\nensemble_scheduling { step [ ${steps.join(", ")} ] }`,
      );
    };
    await ensemble("inner", ["n", "m"]);
    await ensemble("outer", ["n", "inner"]);
    await ensemble("unconcerned", ["n"]);
    const engine = await fixture.start();
    const ready = () =>
      Promise.all(["inner", "outer", "unconcerned"].map((name) => engine.checkReady(name, "")));
    expect(await ready()).toEqual([false, false, true]);
    expect(await engine.checkServerReady()).toBe(false);
    await writeFile(file(), "yes");
    expect(await ready()).toEqual([true, true, true]);
    expect(await engine.checkServerReady()).toBe(true);
  });

  it("is not asked by a server whose readiness isn't strict", async () => {
    await writeFile(file(), "no");
    await fixture.model("m", model(readsFile()));
    const engine = await fixture.start({ strictReadiness: false });
    expect(await engine.checkReady("m", "")).toBe(false);
    expect(await engine.checkServerReady()).toBe(true);
  });

  it("is not called for a model without it", async () => {
    await fixture.model("m", model("pass").replace("is_ready", "other"));
    const engine = await fixture.start();
    expect(await engine.checkReady("m", "")).toBe(true);
    expect(await engine.checkReady("nosuch", "")).toBe(false);
  });
});
