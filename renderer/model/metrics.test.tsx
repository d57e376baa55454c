import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { clear, fakeHost, Routed, show } from "../experiments/testing-view.tsx";
import { ServerCharts } from "../figures/server/server-charts.tsx";
import { figure, frame, status } from "../host/testing/server-data.ts";
import { CommandProvider } from "../host/commands/command-context.tsx";
import { layOut } from "../ui/testing/layout.ts";
import { Metrics } from "./metrics.tsx";

layOut();
afterEach(clear);

const T = 1_790_000_001_000;
const MODEL = "mlp";
const server = status({ id: "embedded", kind: "embedded", capabilities: ["statistics"] });
const observed = frame({
  serverId: "embedded",
  t: T,
  figures: [
    figure({ figure: "requestsPerSecond", model: MODEL, source: "success" }),
    figure({ figure: "inferencesPerSecond", model: MODEL, source: "inference_count" }),
    figure({ figure: "latencyP99Ms", model: MODEL, source: "latency" }),
  ],
});
const overview = {
  serverId: "embedded",
  t: T,
  live: true,
  models: [],
  cache: null,
};

interface Asked {
  readonly keys: readonly { readonly figure: string; readonly model: string }[];
  readonly from: number;
  readonly to: number;
  readonly maxPoints: number;
}

/** The requests of a page for its charts. */
async function asked(page: React.ReactNode): Promise<readonly (readonly [string, unknown])[]> {
  const topics = {
    "servers.status": [server],
    "observed.frame": observed,
    "observed.intervals": [],
    "telemetry.overview": overview,
  };
  const host = fakeHost({ "observed.series": [] }, topics);
  await show(<Routed view={<CommandProvider>{page}</CommandProvider>} />, host);
  const series = () => host.asked.filter(([name]) => name === "observed.series");
  await act(() => vi.waitFor(() => expect(series().length).toBeGreaterThan(0)));
  clear();
  return host.asked;
}

test("[SERVER-PAGE-C5] a model's page and its server's page read the same series", async () => {
  const pages = [
    await asked(<Metrics serverId="embedded" model={MODEL} />),
    await asked(<ServerCharts server={server} frame={observed} ranges={["5m"]} model={MODEL} />),
  ];
  const [ofModel, ofServer] = pages.map((all) => {
    const [request] = all.filter(([name]) => name === "observed.series").slice(-1);
    return request?.[1] as Asked;
  });
  for (const { figure: id } of observed.figures)
    for (const page of [ofModel, ofServer])
      expect(page?.keys).toContainEqual({ kind: "figure", figure: id, model: MODEL });
  const span = ({ from, to, maxPoints }: Asked) => ({ from, to, maxPoints });
  expect(ofModel && span(ofModel)).toEqual(ofServer && span(ofServer));
  for (const all of pages)
    expect(all.map(([name]) => name).filter((name) => name.startsWith("telemetry."))).toEqual([]);
});
