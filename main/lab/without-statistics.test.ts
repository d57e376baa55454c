import { afterEach, beforeEach, expect, it } from "vitest";
import { LabFixture, levels, never } from "./testing/lab-fixture.ts";

let fixture: LabFixture;
beforeEach(async () => {
  fixture = await LabFixture.create();
});
afterEach(() => fixture[Symbol.asyncDispose]());

/** A server with the bare protocol. */
function speakProtocolAlone(): void {
  const { server } = fixture;
  server.capabilities = ["inference"];
  server.setStatus({ kind: "mlserver", name: "MLServer", capabilities: ["inference"] });
  server.model = { ...server.model, config: null, instances: [], versions: [] };
  server.statistics = () => Promise.reject(new Error("it keeps none"));
  fixture.configs.held = () => Promise.reject(new Error("it reports none"));
}

it("LAB-S12 measures a server without statistics only from the client", async () => {
  speakProtocolAlone();
  const { lab, server } = fixture;
  const { plan } = await lab.requests["lab.suggest"](
    { serverId: server.id, model: "ranker" },
    never,
  );
  const { notes } = await lab.requests["lab.preview"]({ plan }, never);
  expect(notes.join(" ")).toContain("MLServer reports no statistics");
  const id = await fixture.start({
    ...plan,
    load: levels(2),
    secondsPerStep: 0.5,
    warmup: { kind: "auto", mostSeconds: 8 },
  });
  await fixture.finished(id);
  const { state, steps, environment } = fixture.get(id);
  expect(state).toBe("done");
  expect(environment.configText).toBe("");
  expect(steps[0]).toMatchObject({ server: null, reconciliation: [], chat: null });
  expect(steps[0]?.successes).toBeGreaterThan(0);
  expect(steps[0]?.warmup.words).toMatch(/latency had (not )?settled/);
});

it("LAB-S12 sends sample traffic to a server that keeps no statistics and lists no versions", async () => {
  speakProtocolAlone();
  const { lab, server } = fixture;
  const request = { serverId: server.id, models: ["ranker"], concurrency: 2, seconds: 30 };
  const state = await lab.requests["traffic.start"](request, never);
  expect(state).toMatchObject({ running: true, models: ["ranker"], error: null });
  const ended = await lab.requests["traffic.stop"]({}, never);
  expect(ended).toMatchObject({ running: false, error: null });
});

it("LAB-S12 rejects a server without the protocol or chat, with the reason", async () => {
  fixture.server.capabilities = ["workers"];
  fixture.server.setStatus({ kind: "torchserve", name: "TorchServe", capabilities: ["workers"] });
  await expect(fixture.start()).rejects.toThrow(
    "TorchServe does not speak the Open Inference Protocol",
  );
});

it("LAB-GEN-35 puts no load on a server through a proxy", async () => {
  const { server } = fixture;
  const access = await server.access();
  server.access = async () => ({
    ...access,
    http: access.http && { ...access.http, proxy: "http://proxy:3128" },
  });
  await expect(fixture.start()).rejects.toThrow("is reached through a proxy");
});

it("LAB-GEN-35 marks an encrypted server in the commands, and leaves its secrets out", async () => {
  const { lab, plan, server } = fixture;
  server.setStatus({ secure: true });
  const command = async (wire: "http" | "grpc" | "openai") =>
    await lab.requests["lab.command"]({ plan: { ...plan, wire } }, never);
  expect((await command("http")).command).toContain("-u https://");
  expect((await command("grpc")).command).toContain("-u grpcs://");
  expect((await command("openai")).command).toContain("-u https://");
  expect((await command("http")).differences[0]).toContain("left out of the commands");
});

it("LAB-GEN-35 stores no secret, exports none, and hides them in failures", async () => {
  const { server, lab } = fixture;
  const access = await server.access();
  server.access = async () => ({
    ...access,
    http: access.http && { ...access.http, headers: { authorization: "Bearer geheim" } },
  });
  const id = await fixture.start({ load: levels(1) });
  await fixture.finished(id);
  const kept = [JSON.stringify(fixture.get(id)), JSON.stringify(fixture.events.list())];
  for (const format of ["json", "csv", "html"] as const) {
    const files = await lab.requests["lab.export"]({ id, format }, never);
    kept.push(...files.map(({ content }) => content));
  }
  expect(kept.join("")).not.toContain("geheim");
});
