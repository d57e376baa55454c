import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { experiment } from "../experiments/testing-data.ts";
import type { WhatIfPrediction, WhatIfQuestion } from "../../main/contract/index.ts";
import {
  button,
  clear,
  click,
  type FakeHost,
  fakeHost,
  Routed,
  show,
  type,
} from "../experiments/testing-view.tsx";
import { withoutLayout } from "../ui/testing/layout.ts";
import { rememberScenario } from "./scenario.ts";
import { calibrated, predicted } from "./testing-basis.ts";
import { WhatIf } from "./what-if.tsx";

withoutLayout();
afterEach(clear);
beforeEach(() => rememberScenario("embedded ranker", null));

const server = {
  id: "embedded",
  name: "Embedded engine",
  kind: "embedded",
  state: "live",
  version: "1",
  endpoints: null,
  capabilities: ["load", "configuration", "statistics"],
};

const host = (
  predictions: WhatIfPrediction[] = [predicted()],
  capabilities: string[] = server.capabilities,
) =>
  fakeHost(
    {
      "whatIf.basis": calibrated(),
      "whatIf.cache": { state: "unsupported", reason: "Requests aren't seen here." },
      "whatIf.predict": predictions,
      "whatIf.curve": predictions.map(() => []),
      "whatIf.configText": { text: "instance_group { count: 2 }", baseEtag: "e", hasDraft: true },
      "configs.saveDraft": { savedAt: 1 },
    },
    { "servers.status": [{ ...server, capabilities }] },
  );

async function open(given: FakeHost, blocked?: string) {
  const view = <WhatIf serverId="embedded" model="ranker" blocked={blocked} />;
  const element = await show(<Routed view={view} />, given);
  await settled(element, "Assumed");
  return element;
}

const settled = (element: HTMLElement, text: string) =>
  act(() => vi.waitFor(() => expect(element.textContent).toContain(text)));

const lastAsked = (given: FakeHost, name: string) =>
  given.asked.filter(([each]) => each === name).at(-1)?.[1] as WhatIfQuestion;

test("[WHATIF-PAGE-3] [WHATIF-PAGE-4] shows figures with ranges and what was assumed", async () => {
  const element = await open(host());
  expect(element.textContent).toContain("p99 latency8 ms7.20 ms to 8.80 ms");
  expect(element.textContent).toContain("Assumed: times of batches vary by 10 %.");
  expect(element.textContent).toContain("Learned from 2,400 executions of batch size 1 to 4.");
});

test("[WHATIF-PAGE-4] says what the front end takes, and from which experiments", async () => {
  const given = host();
  const basis = calibrated();
  const cost = { ...basis.cost, serialNs: 45_000, turnNs: 20_000 };
  given.answers["whatIf.basis"] = { ...basis, cost, frontClients: [1, 64] };
  const element = await open(given);
  expect(element.textContent).toContain(
    "Front end: 45 µs per request, one at a time, and 20 µs per turn of its event loop, from experiments with 1, 64 clients.",
  );
});

test("[WHATIF-PAGE-3] puts a changed configuration next to the active one", async () => {
  const low = { value: 4, low: 3.9, high: 4.1 };
  const given = host([predicted(), predicted({ p99Ms: low })]);
  const element = await open(given);
  await type(element, "Instances", "2");
  await settled(element, "Measured with 1 instance, not 2.");
  expect(lastAsked(given, "whatIf.predict").configurations).toHaveLength(2);
  expect(element.textContent).toContain("−50 %");
  expect(element.textContent).toContain("no clear change");
});

test("[WHATIF-PAGE-4] an overloaded configuration has no latency", async () => {
  const element = await open(host([predicted({ overloaded: true, p50Ms: null, p99Ms: null })]));
  expect(element.textContent).toContain("The active configuration is overloaded at 8 clients");
  expect(element.textContent).toContain("p99 latency–");
});

test("[WHATIF-PAGE-2] an invalid number names the valid range and sends no question", async () => {
  const given = host();
  const element = await open(given);
  const asked = given.asked.length;
  await type(element, "Number of clients", "none");
  expect(element.textContent).toContain("Enter a whole number from 1 to 4096.");
  expect(given.asked).toHaveLength(asked);
  expect(button(element, "Measure this").disabled).toBe(true);
});

test("[WHATIF-PAGE-2] each slider sets its number", async () => {
  const given = host();
  const element = await open(given);
  const slider = element.querySelector<HTMLInputElement>('[aria-label="Instances, slider"]');
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  await act(async () => {
    own?.set?.call(slider, "3");
    slider?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(() =>
    vi.waitFor(() =>
      expect(lastAsked(given, "whatIf.predict").configurations[1]?.settings.instances).toBe(4),
    ),
  );
});

test("[WHATIF-PAGE-5] measures the active configuration under the load", async () => {
  const element = await open(host());
  const link = [...element.querySelectorAll("a")].find(
    ({ textContent }) => textContent === "Measure this",
  );
  expect(link?.getAttribute("href")).toContain("/experiments/new?concurrencies=%5B8%5D");
});

test("[WHATIF-PAGE-5] says why a changed configuration can't be measured", async () => {
  const element = await open(host([predicted(), predicted()], ["statistics"]));
  await type(element, "Instances", "2");
  expect(button(element, "Measure this").disabled).toBe(true);
  expect(button(element, "Measure this").dataset["hint"]).toContain(
    "does not accept configurations",
  );
});

test("[WHATIF-PAGE-5] asks before it replaces a draft", async () => {
  const given = host([predicted(), predicted()]);
  const element = await open(given);
  await type(element, "Instances", "2");
  await click(button(element, "Keep as draft"));
  await act(() =>
    vi.waitFor(() => expect(document.body.textContent).toContain("Replace the draft")),
  );
  expect(lastAsked(given, "configs.saveDraft")).toBeUndefined();
  await click(button(document.body, "Replace draft"));
  await act(() =>
    vi.waitFor(() =>
      expect(lastAsked(given, "configs.saveDraft")).toMatchObject({ baseEtag: "e" }),
    ),
  );
});

test("[WHATIF-PAGE-9] compares the last measured prediction with its experiment", async () => {
  const given = host();
  const { throughput, p50Ms, p99Ms } = predicted();
  const figures = { throughput, p50Ms, p99Ms, meanBatch: 2 };
  given.answers["whatIf.lastPrediction"] = { experimentId: 7, predicted: [figures] };
  given.answers["lab.get"] = experiment({ id: 7, name: "ranker at 100/s" });
  const element = await open(given);
  await settled(element, "Last measured prediction");
  expect(lastAsked(given, "lab.get")).toEqual({ id: 7 });
  expect(element.textContent).toContain("ranker at 100/s");
  expect(element.textContent).toContain("Prediction off by");
});

test("[WHATIF-PAGE-1] restores the scenario", async () => {
  await type(await open(host()), "Number of clients", "32");
  clear();
  const element = await open(host());
  expect(element.querySelector<HTMLInputElement>("input[inputmode=decimal]")?.value).toBe("32");
});

test("[WHATIF-PAGE-6] offers sample traffic without statistics", async () => {
  const given = host();
  given.answers["whatIf.basis"] = {
    state: "uncalibrated",
    reason: "Not enough executions (n = 3).",
  };
  const element = await show(
    <Routed view={<WhatIf serverId="embedded" model="ranker" blocked="ranker is not loaded." />} />,
    given,
  );
  await settled(element, "Not enough executions (n = 3).");
  const send = button(element, "Send sample traffic");
  expect(send.disabled).toBe(true);
  expect(send.dataset["hint"]).toBe("ranker is not loaded.");
});
