import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { clear, fakeHost, Routed, show } from "../experiments/testing-view.tsx";
import { figureTable } from "../figures/observed-figures.ts";
import { serverFigure } from "../figures/server-figure.ts";
import { overviewSearch, rootSearch } from "../search.ts";
import { figure, frame, status } from "../host/testing/server-data.ts";
import { Overview } from "./overview.tsx";
import { serverFigures } from "./server-figures.ts";
import { ServersTable } from "./servers-table.tsx";

afterEach(clear);

const own = status({ id: "own", name: "Embedded engine", kind: "embedded", capabilities: [] });
const chat = status({ id: "chat", name: "Chat" });
const dead = status({ id: "dead", name: "Dead", state: "failed", reason: "It refuses." });

const text = (view: HTMLElement, words: string) =>
  act(() => vi.waitFor(() => expect(view.textContent).toContain(words)));

/** Renders the overview at an address. */
function overviewAt(address: string, topics: Record<string, unknown>) {
  const root = createRootRoute({ validateSearch: rootSearch });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: "/",
        component: Overview,
        validateSearch: overviewSearch,
      }),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return show(<RouterProvider router={router as never} />, fakeHost({}, topics));
}

test("the overview is about the server that its address names, and no other", async () => {
  const view = await overviewAt("/?server=chat", {
    "servers.status": [own, chat, dead],
    "observed.frame": frame(),
  });
  await text(view, "Charts and metrics");
  expect(view.textContent).not.toContain("sample traffic");
  expect(view.textContent).not.toContain("Throughput");
  const rows = [...view.querySelectorAll("caption + thead + tbody")][0]?.textContent;
  expect(rows).toMatch(/^Dead.*Embedded engine.*Chat, shown below/);
});

test("sample traffic is offered for a server that speaks the Open Inference Protocol", async () => {
  const seldon = status({ id: "chat", kind: "mlserver", capabilities: ["inference"] });
  const view = await overviewAt("/?server=chat", {
    "servers.status": [own, seldon],
    "observed.frame": frame(),
  });
  await text(view, "Send sample traffic");
  const send = () =>
    [...view.querySelectorAll("button")].find(
      ({ textContent }) => textContent === "Send sample traffic",
    );
  await act(() => vi.waitFor(() => expect(send()?.disabled).toBe(false)));
});

test("no server's figures are under the address of another", async () => {
  const view = await overviewAt("/?server=gone", { "servers.status": [own, chat] });
  await text(view, "Chat");
  expect(view.textContent).not.toContain("Throughput");
  expect(view.textContent).not.toContain("shown below");
});

test("servers that need attention come first, with units in the heads", async () => {
  const host = fakeHost({}, { "observed.frame": frame() });
  const table = <ServersTable servers={[own, chat, dead]} looked={chat} />;
  const view = await show(<Routed view={table} />, host);
  await text(view, "1 of 1");
  const names = [...view.querySelectorAll("tbody th a")].map(({ textContent }) => textContent);
  expect(names).toEqual(["Dead", "Embedded engine", "Chat"]);
  expect(view.querySelector("thead")?.textContent).toContain("Requestsreq/s");
  expect(view.querySelector("tbody tr [data-hint^='Last known']")).not.toBeNull();
});

test("at most fifty servers are listened to", async () => {
  const many = Array.from({ length: 53 }, (_, at) => status({ id: `s${at}`, name: `S${at}` }));
  const view = await show(<Routed view={<ServersTable servers={many} looked={null} />} />);
  await text(view, "3 more servers");
  expect(view.querySelectorAll("tbody tr")).toHaveLength(50);
});

test("a server's line sums rates, and weighs means by requests", () => {
  const reported = serverFigures(
    frame({
      figures: [
        figure({ model: "a", figure: "requestsPerSecond", value: 30 }),
        figure({ model: "b", figure: "requestsPerSecond", value: 10 }),
        figure({ model: "a", figure: "latencyMs", value: 2 }),
        figure({ model: "b", figure: "latencyMs", value: 6 }),
        figure({ model: "b", figure: "failuresPerSecond", value: null }),
      ],
    }),
  );
  expect(reported).toMatchObject({
    requests: 40,
    waiting: null,
    failures: null,
    latency: { figure: "latencyMs", value: 3 },
    models: [{ state: "ready" }],
  });
});

test("the whole server's own figure counts before those of its models", () => {
  const figures = [
    figure({ model: "", figure: "ttftMs", value: 40 }),
    figure({ model: "a", figure: "ttftMs", value: 9 }),
    figure({ model: "", figure: "waiting", value: 7 }),
    figure({ model: "a", figure: "waiting", value: 1 }),
  ];
  const reported = serverFigures(frame({ figures }));
  expect(reported.latency).toEqual({ figure: "ttftMs", value: 40 });
  expect(reported.waiting).toBe(7);
});

test("percentiles of several models make none of their server, and a single model's is its own", () => {
  const p99 = (model: string, value: number) => figure({ model, figure: "latencyP99Ms", value });
  const of = (...figures: ReturnType<typeof figure>[]) =>
    serverFigure(figureTable(frame({ figures })), "latencyP99Ms");
  expect(of(p99("a", 3), p99("b", 5))).toBeUndefined();
  expect(of(p99("a", 3))).toMatchObject({ value: 3 });
});

test("the overview shows a server of any kind with its state, its figures and its models", async () => {
  const figures = [
    figure({ model: "a", figure: "requestsPerSecond", value: 30 }),
    figure({ model: "b", figure: "requestsPerSecond", value: 12 }),
  ];
  const view = await overviewAt("/?server=flow", {
    "servers.status": [status({ id: "flow", name: "Flow", kind: "tensorflowServing" })],
    "observed.frame": frame({ figures }),
  });
  await text(view, "Models ready");
  const tile = view.querySelector("[aria-label='Requests']");
  expect(tile?.textContent).toBe("Requests42 req/s");
  expect(tile?.getAttribute("data-hint")).toContain("sum over all models");
  expect(view.textContent).toContain("gpu-7:8000");
});
