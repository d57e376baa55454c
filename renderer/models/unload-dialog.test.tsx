import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ModelUsage } from "../../main/contract/index.ts";
import { button, clear, click, fakeHost, Routed, show } from "../experiments/testing-view.tsx";
import { figure, frame, NO_USAGE, status } from "../host/testing/server-data.ts";
import { UnloadDialog } from "./unload-dialog.tsx";

afterEach(clear);

async function ask(answers: Record<string, unknown>, topics: Record<string, unknown> = {}) {
  const onUnload = vi.fn<() => void>();
  const server = status({
    name: "Edge",
    kind: "triton",
    capabilities: ["load", "configuration", "statistics"],
  });
  await show(
    <Routed
      view={<UnloadDialog model="mlp" server={server} onUnload={onUnload} onClose={() => {}} />}
    />,
    fakeHost(answers, topics),
  );
  const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.body;
  await act(() =>
    vi.waitFor(() => expect(button(dialog(), "Unload mlp").disabled).toBe(false), 10_000),
  );
  return { onUnload, dialog };
}

test("[USE-1] everything that uses the model is named before it is unloaded", async () => {
  const usage: ModelUsage = {
    ensembles: [
      { name: "pipe", serving: true },
      { name: "asleep", serving: false },
    ],
    unchecked: ["dark"],
    problem: null,
    override: true,
    experiments: [
      { id: 4, name: "sweep", state: "running", model: "pipe" },
      { id: 5, name: "later", state: "paused", model: "mlp" },
    ],
    watches: [{ id: 1, name: "nightly", nextAt: null }],
    tuning: [{ id: 2, name: "Tuning mlp", state: "deciding" }],
    searches: [{ id: 4, name: "Search mlp", state: "searching" }],
    sampleTraffic: ["mlp"],
    fleets: [{ id: 3, name: "Pair", replica: "a" }],
    rollouts: [{ fleetId: 3, fleet: "Pair", state: "running" }],
    canaries: [{ id: 9, against: "'mlp' on Edge 2" }],
    alertRules: [
      { id: 1, name: "Model down", fires: true },
      { id: 2, name: "Slow mlp", fires: false },
    ],
  };
  const rate = figure({ model: "mlp", figure: "requestsPerSecond", value: 12.34 });
  const { dialog, onUnload } = await ask(
    { "models.usage": usage },
    { "observed.frame": frame({ figures: [rate] }) },
  );
  const text = dialog().textContent;
  for (const each of [
    "Unload mlp from Edge?",
    "mlp receives 12.3 requests/s now",
    "Ensemble pipe stops serving too.",
    "Ensemble asleep isn't loaded.",
    "Sample traffic to mlp is running.",
    "Experiment sweep is measuring pipe.",
    "Experiment later on mlp is paused.",
    "Tuning session Tuning mlp is open.",
    "Search Search mlp is running. Its measurements fail.",
    "Watch nightly fails at its next run.",
    "Fleet Pair has this server as replica a.",
    "A rollout of mlp over Pair is running.",
    "A canary comparison with 'mlp' on Edge 2 is running.",
    "Alert rule Model down becomes active while the model isn't loaded.",
    "Alert rule Slow mlp has no data for it.",
    "An override serves instead of config.pbtxt.",
    "Not checked: dark.",
  ])
    expect(text).toContain(each);
  expect(onUnload).not.toHaveBeenCalled();
  await click(button(dialog(), "Unload mlp"));
  expect(onUnload).toHaveBeenCalledOnce();
});

test("a model that NO_USAGE uses is said to be so", async () => {
  const { dialog } = await ask({ "models.usage": NO_USAGE });
  expect(dialog().textContent).toContain("Nothing in this console uses it.");
});

test("[USE-3] what can't be checked is said, and the model can be unloaded", async () => {
  const { dialog } = await ask({ "models.usage": { ...NO_USAGE, problem: "No answer in 5 s." } });
  expect(dialog().textContent).toContain("Can't check which ensembles use it");
  expect(dialog().textContent).toContain("No answer in 5 s.");
  clear();
  const failed = await ask({});
  expect(failed.dialog().textContent).toContain("Can't check what uses mlp");
});
