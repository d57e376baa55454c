import { afterEach, expect, test, vi } from "vitest";
import { act } from "react";
import type { ExperimentSummary, Watch } from "../../../main/contract/index.ts";
import { ExperimentTable } from "../experiment-table.tsx";
import { plan } from "../testing-data.ts";
import { button, clear, click, fakeHost, Routed, show } from "../testing-view.tsx";
import { ImportDrop } from "./import-drop.tsx";
import { minutesProblem } from "../watches/minutes.ts";
import { WatchList } from "../watches/watch-list.tsx";

afterEach(clear);

const summary = (part: Partial<ExperimentSummary>): ExperimentSummary => ({
  id: 1,
  name: "baseline",
  createdAt: 1000,
  finishedAt: 2000,
  state: "done",
  reason: null,
  plan,
  tags: [],
  pinned: false,
  importedFrom: null,
  steps: 3,
  bestInferencesPerSecond: 600,
  invalidSteps: 0,
  ...part,
});

const rowOf = (view: HTMLElement, name: string) =>
  [...view.querySelectorAll("tbody tr")].find((row) => row.textContent?.includes(name));

test("[EXPERIMENT-PAGE-V1] an invalid experiment is marked in the list, and has no best", async () => {
  const list = [
    summary({ name: "good" }),
    summary({ id: 2, name: "bad", invalidSteps: 3, bestInferencesPerSecond: null }),
    summary({ id: 3, name: "partly", invalidSteps: 1 }),
  ];
  const view = await show(<Routed view={<ExperimentTable experiments={list} />} />);
  await act(() => vi.waitFor(() => expect(rowOf(view, "good")).toBeDefined()));
  expect(rowOf(view, "good")?.textContent).not.toContain("nvalid");
  expect(rowOf(view, "bad")?.textContent).toContain("Invalid");
  expect(rowOf(view, "bad")?.textContent).toContain("none valid");
  expect(rowOf(view, "partly")?.textContent).toContain("1 of 3 invalid");
});

test("[EXPERIMENT-PAGE-C1] two selected experiments can be compared, the older one first", async () => {
  const list = [
    summary({ id: 7, name: "newer", createdAt: 2000 }),
    summary({ id: 4, name: "older", createdAt: 1000 }),
  ];
  const view = await show(<Routed view={<ExperimentTable experiments={list} />} />);
  await act(() => vi.waitFor(() => expect(rowOf(view, "older")).toBeDefined()));
  for (const box of view.querySelectorAll<HTMLElement>('input[type="checkbox"]')) await click(box);
  const compare = [...view.querySelectorAll("a")].find((a) => a.textContent === "Compare");
  const search = new URL(compare?.href ?? "", "http://host").searchParams;
  expect(search.get("before")).toBe('{"id":4}');
  expect(search.get("after")).toBe('{"id":7}');
});

const watch: Watch = {
  id: 5,
  name: "nightly",
  baseline: 1,
  everyMinutes: 60,
  enabled: true,
  nextAt: 5000,
  runs: [
    { experiment: 2, at: 1000, verdict: "same", words: "No difference." },
    { experiment: 3, at: 2000, verdict: "worse", words: "p99 rose by 22 %." },
  ],
};

test("[EXPERIMENT-PAGE-K3] a watch shows how its runs compared, the newest first, and can be turned off", async () => {
  const host = fakeHost({ "lab.watches": [watch], "lab.setWatch": {} });
  const view = await show(<Routed view={<WatchList />} />, host);
  await act(() => vi.waitFor(() => expect(view.textContent).toContain("nightly")));
  const runs = [...view.querySelectorAll("ol li")].map((each) => each.textContent);
  expect(runs).toEqual(["WORSE", "same"]);
  expect(view.textContent).toContain("p99 rose by 22 %.");
  const off = view.querySelector<HTMLElement>('[role="switch"]');
  if (off) await click(off);
  expect(host.asked).toContainEqual(["lab.setWatch", { id: 5, enabled: false, everyMinutes: 60 }]);
  expect(button(view, "Remove the watch nightly")).toBeDefined();
});

test("[EXPERIMENT-PAGE-K3] a watch repeats in whole minutes up to a week", () => {
  expect(minutesProblem("60")).toBeNull();
  for (const text of ["", "0", "1.5", "10081", "often"])
    expect(minutesProblem(text)).not.toBeNull();
});

test("[EXPERIMENT-PAGE-K2] dropped files are imported one after the other, each named", async () => {
  const host = fakeHost({ "lab.import": { id: 9 } });
  const view = await show(<Routed view={<ImportDrop>drop here</ImportDrop>} />, host);
  await act(() => vi.waitFor(() => expect(view.textContent).toContain("drop here")));
  const names = ["a.json", "b.csv", "run.jsonl", "run_aiperf.json"];
  const files = names.map((name) => new File([`of ${name}`], name));
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { types: ["Files"], files } });
  const target = [...view.querySelectorAll("div")].find((each) => each.textContent === "drop here");
  await act(async () => target?.dispatchEvent(drop));
  await vi.waitFor(() => expect(host.asked).toHaveLength(3));
  expect(drop.defaultPrevented).toBe(true);
  expect(host.asked).toEqual([
    ["lab.import", { fileName: "a.json", content: "of a.json" }],
    ["lab.import", { fileName: "b.csv", content: "of b.csv" }],
    [
      "lab.import",
      {
        fileName: "run_aiperf.json",
        content: "of run_aiperf.json",
        records: { fileName: "run.jsonl", content: "of run.jsonl" },
      },
    ],
  ]);
});
