import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { OverviewFrame } from "../../main/contract/index.ts";
import { button, clear, click, fakeHost, Routed, show } from "../experiments/testing-view.tsx";
import { NextSteps } from "../model/next-steps.tsx";
import { figure, frame as observed, status } from "../host/testing/server-data.ts";
import { ModelsCard } from "./models-card.tsx";
import { ServerModels } from "./server-models.tsx";

afterEach(clear);

const triton = status({
  name: "Smoke",
  kind: "triton",
  capabilities: ["statistics", "configuration", "load"],
});
const mlp: OverviewFrame["models"][number] = {
  name: "mlp",
  state: "READY",
  reason: null,
  problem: null,
  versions: ["1"],
  maxBatchSize: 8,
  dynamicBatching: true,
  responseCache: false,
  scheduler: null,
  decoupled: false,
  sinceLoad: null,
};
const frame: OverviewFrame = {
  serverId: triton.id,
  t: 0,
  live: false,
  models: [mlp],
  cache: null,
};

const modelsOf = (server: typeof triton) =>
  show(
    <Routed view={<ServerModels server={server} />} />,
    fakeHost({}, { "servers.status": [server], "telemetry.overview": frame }),
  );
const text = (view: HTMLElement, words: string) =>
  act(() => vi.waitFor(() => expect(view.textContent).toContain(words)));

test("models of a server that does not answer are unknown, and cannot be unloaded", async () => {
  const view = await modelsOf({ ...triton, state: "stale" });
  await text(view, "Unknown since");
  expect(view.textContent).toContain("Smoke has not answered since");
  const unload = button(view, "Unload mlp");
  expect(unload.disabled).toBe(true);
  expect(unload.dataset["hint"]).toBe("Smoke doesn't answer. This works again when it does.");
});

test("models of one that answers are ready, and can be unloaded", async () => {
  const view = await modelsOf(triton);
  await text(view, "Ready");
  expect(view.textContent).not.toContain("has not answered");
  expect(button(view, "Unload mlp").disabled).toBe(false);
});

test("[MODELS-4] models of another kind are sorted by each figure that one of them reports", async () => {
  const models = ["a", "b", "c"].map((name) => ({
    name,
    versions: [],
    state: "ready" as const,
    reason: null,
    facts: [],
  }));
  const figures = [figure({ model: "a", value: 2 }), figure({ model: "c", value: 7 })];
  const view = await show(
    <Routed view={<ServerModels server={status()} />} />,
    fakeHost({}, { "observed.frame": observed({ models, figures }) }),
  );
  await text(view, "Queue depthreq");
  const names = () => [...view.querySelectorAll("tbody th a")].map((each) => each.textContent);
  expect(names()).toEqual(["a", "b", "c"]);
  await click(button(view, "Queue depthreq"));
  expect(names()).toEqual(["c", "a", "b"]);
  await click(button(view, "Queue depthreq"));
  expect(names()).toEqual(["a", "c", "b"]);
  expect(view.querySelector('[aria-sort="ascending"]')?.textContent).toBe("Queue depthreq");
});

test("tuning and experiments wait until the server answers", async () => {
  const steps = (state: "failed" | "live") => (
    <Routed view={<NextSteps model="mlp" server={{ ...triton, state }} overview={mlp} />} />
  );
  const dead = await show(steps("failed"));
  await text(dead, "Tune");
  expect(button(dead, "Tune").disabled).toBe(true);
  expect(button(dead, "New experiment").disabled).toBe(true);
  const live = await show(steps("live"));
  await text(live, "Tune");
  expect(live.querySelectorAll("a")).toHaveLength(2);
});

test.each([
  ["UNAVAILABLE", "mlp can't be loaded: fix it first."],
  ["UNLOADED", "mlp is not loaded: load it first."],
  ["LOADING", "mlp is still loading."],
] as const)("[MODEL-2] nothing can be started with a model that is %s", async (state, reason) => {
  const view = await show(
    <Routed view={<NextSteps model="mlp" server={triton} overview={{ ...mlp, state }} />} />,
  );
  await text(view, "Tune");
  for (const name of ["Tune", "New experiment"]) {
    expect(button(view, name).disabled).toBe(true);
    expect(button(view, name).dataset["hint"]).toBe(reason);
  }
});

test("[MODELS-4] a server of any kind has a trend of the rate that its models report", async () => {
  const models = [{ name: "qwen", versions: [], state: "ready" as const, reason: null, facts: [] }];
  const order = { filter: "", sort: "name" as const, descending: false };
  const card = (figures: Parameters<typeof observed>[0]) =>
    show(
      <Routed view={<ModelsCard server={status()} order={order} onOrder={() => {}} />} />,
      fakeHost(
        {},
        {
          "observed.frame": observed({ models, ...figures }),
          "observed.trend": [
            { t: 1000, values: [["qwen", 80]] },
            { t: 2000, values: [["qwen", 90]] },
          ],
        },
      ),
    );
  const tokens = figure({ model: "qwen", figure: "generatedTokensPerSecond", value: 85 });
  const view = await card({ figures: [tokens] });
  await text(view, "Last minuteOutput tokens");
  const label = "Output tokens of qwen in the last minute, mean 85 tokens/s";
  const line = () => view.querySelectorAll(`svg[aria-label='${label}'] polyline`);
  await act(() => vi.waitFor(() => expect(line()).toHaveLength(1)));
  const without = await card({ figures: [figure({ model: "qwen" })] });
  await text(without, "Queue depth");
  expect(without.textContent).not.toContain("Last minute");
});
