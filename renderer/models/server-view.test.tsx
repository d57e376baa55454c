import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { button, clear, click, fakeHost, Routed, show } from "../experiments/testing-view.tsx";
import { StatusError } from "../../base/status-error.ts";
import { takesConfigs } from "../host/capability.ts";
import { FiguresNow } from "../figures/server/figures-card.tsx";
import { LackingScreens } from "../host/lacking.tsx";
import { MetricExplorer } from "./metric-explorer.tsx";
import type { ShownMetric } from "../figures/metric-text.ts";
import { Unreported } from "../figures/unreported.tsx";
import { ServerModels } from "./server-models.tsx";
import { ServerHead } from "../host/server-head.tsx";
import { figure, frame, NO_USAGE, status } from "../host/testing/server-data.ts";

afterEach(clear);

const heads = (view: HTMLElement) =>
  [...view.querySelectorAll("thead th")].map(({ textContent }) => textContent);

test("[SERVER-PAGE-F1] models have a column for each figure that is there, with its unit", async () => {
  const figures = [
    figure({}),
    figure({ figure: "kvCacheUse", value: 0.5 }),
    figure({ figure: "ttftP50Ms", value: null, provenance: "unavailable", hint: "Off." }),
  ];
  const host = fakeHost({}, { "observed.frame": frame({ figures }) });
  const view = await show(<Routed view={<ServerModels server={status()} />} />, host);
  await act(() => vi.waitFor(() => expect(heads(view).length).toBeGreaterThan(0)));
  expect(heads(view)).toEqual(["Model", "Queue depthreq", "KV cache%"]);
  expect(view.querySelector("tbody tr")?.textContent).toContain("350");
  expect(view.querySelector("[data-hint*='Exact: from vllm:num_requests_waiting']")).not.toBeNull();
});

test("[SERVER-PAGE-F5] the last report of a server that does not answer is marked as past", async () => {
  const host = fakeHost({}, { "observed.frame": frame({ live: false }) });
  const view = await show(
    <Routed view={<ServerModels server={status({ state: "stale" })} />} />,
    host,
  );
  await act(() => vi.waitFor(() => expect(view.textContent).toContain("Unknown since")));
});

test("[SERVER-PAGE-F1] a server that loads models has a button for each, and no way to its configurations", async () => {
  const server = status({ kind: "mlserver", capabilities: ["inference", "load"] });
  const models = [
    { name: "iris", versions: ["v1"], state: "ready" as const, reason: null, facts: [] },
    { name: "mushroom", versions: [], state: "unavailable" as const, reason: null, facts: [] },
  ];
  const answers = { "models.usage": NO_USAGE, "models.unload": { stopped: [] }, "models.load": {} };
  const host = fakeHost(answers, { "observed.frame": frame({ models }) });
  const view = await show(<Routed view={<ServerModels server={server} />} />, host);
  await act(() => vi.waitFor(() => expect(heads(view)).toContain("Actions")));
  await click(button(view, "Unload iris"));
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]') ?? document.body;
  await act(() => vi.waitFor(() => expect(button(dialog, "Unload iris").disabled).toBe(false)));
  await click(button(dialog, "Unload iris"));
  await click(button(view, "Load mushroom"));
  expect(host.asked).toEqual([
    ["models.usage", { serverId: "chat", model: "iris" }],
    ["models.unload", { serverId: "chat", model: "iris" }],
    ["models.load", { serverId: "chat", model: "mushroom", again: false }],
  ]);
  expect(takesConfigs(server)).toBe(false);
});

test("[SERVER-PAGE-F2] what is not reported is there with the setting that would turn it on", async () => {
  const hint = "Start it with --enable-prefix-caching.";
  const figures = [
    figure({ figure: "prefixCacheHitRate", value: null, provenance: "unavailable", hint }),
  ];
  const view = await show(<Unreported frame={frame({ figures })} />);
  expect(view.textContent).toContain(`Prefix cache hit rate${hint}`);
});

test("[SERVER-PAGE-S1] the head shows state, kind, version and restarts", async () => {
  const view = await show(<ServerHead server={status()} frame={frame()} />);
  expect(view.textContent).toContain("vLLM 0.32.0");
  expect(view.textContent).toContain("2 restarts");
});

test("[SERVER-PAGE-S1] one that never answered is no kind yet, and can be asked now", async () => {
  const lost = status({
    kind: "openInference",
    state: "stale",
    version: null,
    capabilities: [],
    nextTry: Date.now() + 9500,
  });
  const host = fakeHost({ "servers.askNow": {} });
  const view = await show(<ServerHead server={lost} frame={null} />, host);
  expect(view.textContent).toContain("Not recognised yet");
  expect(view.textContent).toMatch(/next try in \d+ s/);
  await click(button(view, "Retry now: Chat"));
  expect(host.asked).toEqual([["servers.askNow", { serverId: "chat" }]]);
});

test("[SERVER-PAGE-M2] a metric is found, its labels and its reading chosen, and charted", async () => {
  const series = [{ model: "a" }, { model: "b" }];
  const metrics = [
    { name: "tokens_total", type: "counter", help: "Tokens.", series },
    { name: "running", type: "gauge", help: "", series: [{}] },
  ];
  const charted = vi.fn<(metric: ShownMetric) => void>();
  const view = await show(
    <MetricExplorer server={status()} onChart={charted} />,
    fakeHost({ "observed.metrics": metrics }),
  );
  await act(() => vi.waitFor(() => expect(view.textContent).toContain("tokens_total")));
  await click(button(view, "tokens_totalcounter"));
  const select = view.querySelector("select");
  await act(async () => {
    if (select) select.value = "1";
    select?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await click(button(view, "Chart it"));
  expect(charted).toHaveBeenCalledWith({
    name: "tokens_total",
    labels: { model: "b" },
    as: "rate",
  });
});

test("[SERVER-PAGE-F6] tiles say that rates, times and shares cover the last minute", async () => {
  const figures = [figure({ value: 3 }), figure({ figure: "ttftP99Ms", value: 900 })];
  const view = await show(<FiguresNow kind="vllm" frame={frame({ figures })} of="qwen" />);
  expect(view.textContent).toContain("Rates, times and shares cover the last minute");
  expect(view.querySelector('[aria-label="First token p99"]')?.textContent).toContain("900 ms");
  expect(view.querySelector('[aria-label="Queue depth"]')?.textContent).toContain("3");
});

test("[SERVER-PAGE-L2] of one that never answered nothing is said that depends on what it is", async () => {
  const unknown = status({
    kind: "openInference",
    state: "failed",
    version: null,
    capabilities: [],
  });
  const view = await show(<LackingScreens server={unknown} />);
  expect(view.textContent).toBe("");
});

test("[SERVER-PAGE-S1] where a banner shows that the server does not respond, the head does not repeat it", async () => {
  const lost = status({ state: "stale", nextTry: Date.now() + 9500 });
  const view = await show(<ServerHead server={lost} frame={null} banner />);
  expect(view.textContent).not.toMatch(/next try|Retry now/);
});

test("[SERVER-PAGE-M3] one that exports no metrics where they are looked for leads to its connection", async () => {
  const host = fakeHost();
  Object.defineProperty(host.answers, "observed.metrics", {
    enumerable: true,
    get: () => {
      throw new StatusError("UNIMPLEMENTED", "Chat exports no metrics.");
    },
  });
  const view = await show(
    <Routed view={<MetricExplorer server={status()} onChart={() => {}} />} />,
    host,
  );
  await act(() => vi.waitFor(() => expect(view.textContent).toContain("Edit its connection")));
  expect(view.querySelector("a")?.getAttribute("href")).toBe("/connections?edit=chat");
});
