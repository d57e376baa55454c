import { act, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { clear, fakeHost, Routed, show } from "../../experiments/testing-view.tsx";
import { CommandProvider } from "../../host/commands/command-context.tsx";
import { layOut } from "../../ui/testing/layout.ts";
import { ServerCharts } from "./server-charts.tsx";
import { figure, frame, status } from "../../host/testing/server-data.ts";

layOut();
afterEach(clear);

const T = 1_790_000_001_000;
const intervals = [0, 1, 2].map((n) => ({
  from: T - 11_000 + n * 1000,
  t: T - 10_000 + n * 1000,
  values: Array.from({ length: 3 }, () => ({ value: n, least: null, most: null })),
}));
const figures = [
  figure({}),
  figure({ figure: "kvCacheUse", value: 0.5 }),
  figure({ figure: "ttftP50Ms", value: 1 }),
];

/** The page, with a button that adds the next second's frame. */
function Page() {
  const [t, setT] = useState(T);
  return (
    <>
      <button type="button" id="later" onClick={() => setT(t + 1000)} />
      <ServerCharts server={status()} frame={frame({ t, figures })} ranges={["5m", "24h"]} />
    </>
  );
}

const slider = (view: HTMLElement, title: string) =>
  view.querySelector<HTMLElement>(`[role="slider"][aria-label^="${title}"]`);

async function shown(topics: Record<string, unknown> = {}) {
  const host = fakeHost({ "observed.series": intervals }, topics);
  const view = await show(
    <Routed
      view={
        <CommandProvider>
          <Page />
        </CommandProvider>
      }
    />,
    host,
  );
  await act(() =>
    vi.waitFor(() => expect(view.querySelectorAll('[role="slider"]')).toHaveLength(3)),
  );
  return { host, view };
}

test("[CHART-R6] the charts of a server read at one instant, which one panel shows", async () => {
  const { view } = await shown();
  const kvCache = slider(view, "KV cache in use");
  await act(() =>
    vi.waitFor(() => {
      const key = new KeyboardEvent("keydown", { key: "Home", bubbles: true });
      slider(view, "Queue depth and running")?.dispatchEvent(key);
      expect(kvCache?.getAttribute("aria-valuetext")).toContain("KV cache 0 %");
    }),
  );
  const panel = view.querySelector(".fixed");
  expect(panel?.textContent).toContain("Queue depth0 req");
  expect(panel?.textContent).toContain("KV cache0 %");
  expect(panel?.textContent).toContain("First token p500");
});

test("[SERVER-PAGE-C4] a new frame moves the charts, and asks for nothing that was asked for a moment ago", async () => {
  const { host, view } = await shown();
  const asked = host.asked.length;
  const ends = () => slider(view, "KV cache")?.getAttribute("aria-valuemax");
  const before = ends();
  await act(async () => view.querySelector<HTMLElement>("#later")?.click());
  const nextFrame = () => act(async () => void (await new Promise(requestAnimationFrame)));
  while (ends() === before) await nextFrame();
  expect(host.asked).toHaveLength(asked);
});

test("[CHART-R4] the history is requested up to the first live interval, also if the page opened with an older frame", async () => {
  const values = intervals[0]?.values ?? [];
  const live = [{ from: T + 4000, t: T + 5000, values }];
  const { host } = await shown({ "observed.intervals": live });
  const ends = host.asked.flatMap(([name, params]) =>
    name === "observed.series" ? [(params as { to: number }).to] : [],
  );
  expect(ends.at(-1)).toBe(T + 4000);
});
