import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { TuningSearch } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { serverDirectory } from "../../servers/index.ts";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { tuningMigrations } from "../session-store.ts";
import { FakeConfigs } from "../testing/fake-lab.ts";
import {
  BEST,
  CONFIRMED,
  confirmation,
  FORMER,
  point,
  trial,
} from "../testing/confirmed-search.ts";
import { searchReport } from "./report.ts";
import { SearchStore } from "./search-store.ts";
import { Searches } from "./searches.ts";
import { searchHtml } from "./report-html.ts";
import { searchMarkdown } from "./report-markdown.ts";

let directory: string;
let data: DataDirectory;
let configs: FakeConfigs;
let events: HostEvents;
let store: SearchStore;
let drafts: string[];

const open = () =>
  new Searches({
    lab: { bench: () => Promise.reject(new Error("not asked for")) },
    servers: serverDirectory([]),
    configs: Object.assign(configs, {
      draft: (_server: string, _model: string, text: string) => void drafts.push(text),
    }),
    store,
    clock: new ManualClock(),
    events,
    coresFor: () => 2,
    fileBytesFor: () => Promise.resolve(null),
    findObjective: () => null,
  });

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-searches-"));
  data = openDataDirectory(directory, tuningMigrations);
  configs = new FakeConfigs(FORMER);
  events = new HostEvents();
  store = new SearchStore(data.db);
  drafts = [];
});

afterEach(() => {
  data.close();
  fs.rmSync(directory, { recursive: true });
});

async function stored(more: Partial<TuningSearch> = {}): Promise<number> {
  const { etag } = await configs.inForce();
  return store.create({ ...CONFIRMED, ...more }, etag).id;
}

it("TUNE-18: applies a confirmed configuration to its file", async () => {
  const id = await stored();
  const searches = open();
  expect(await searches.apply(id)).toMatchObject({
    applied: { writtenTo: "/models/m/config.pbtxt" },
  });
  expect(configs.applied).toEqual([{ text: BEST, place: "best" }]);
  expect(searches.get(id).applied).not.toBeNull();
});

it("TUNE-18: applies what was confirmed to an object store where that is asked for", async () => {
  await open().apply(await stored(), true);
  expect(configs.applied).toEqual([{ text: BEST, place: "store" }]);
});

it("TUNE-18: doesn't apply an unconfirmed configuration, but keeps it as a draft", async () => {
  const result = { ...CONFIRMED.result, conclusion: "unconfirmed" } as TuningSearch["result"];
  const id = await stored({ result });
  await expect(open().apply(id)).rejects.toThrow("has confirmed no other configuration");
  await open().draft(id);
  expect(drafts).toEqual([BEST]);
  expect(configs.applied).toEqual([]);
});

it("TUNE-18: doesn't overwrite a configuration that was changed since", async () => {
  const id = await stored();
  configs.text = `${FORMER}# changed\n`;
  await expect(open().apply(id)).rejects.toThrow("was changed since the search");
  expect(configs.applied).toEqual([]);
});

it("TUNE-18: has nothing to keep if the active configuration is the best", async () => {
  const id = await stored({ foundConfig: null });
  await expect(open().draft(id)).rejects.toThrow("has found no other configuration");
});

it("TUNE-17: stops searches left running by an earlier console, and says why", async () => {
  const repeat = { attempt: 2, maxAttempts: 3, reason: "Other programs were busy.", startedAt: 0 };
  const running = { state: "searching", finishedAt: null, result: null, current: trial } as const;
  const id = await stored({ ...running, repeat });
  expect(open().get(id)).toMatchObject({
    state: "stopped",
    problem: "The console ended while it ran.",
    current: null,
    repeat: null,
    finishedAt: expect.any(Number),
  });
});

const signal = new AbortController().signal;

it("TUNE-21: resumes only interrupted searches of versions that stored what it needs", async () => {
  const finished = await stored();
  const searches = open();
  await expect(searches.resume(finished, false, signal)).rejects.toThrow(
    "only a search that was interrupted or not confirmed can be resumed",
  );
  const old = await stored({ state: "stopped", result: null });
  await expect(searches.resume(old, false, signal)).rejects.toThrow("from an earlier version");
});

it("TUNE-17: reports an unreadable search, and lists the others", async () => {
  const id = await stored();
  data.db.run("INSERT INTO tuning_searches (version, search, etag) VALUES (1, '{', '')");
  const searches = open();
  expect(searches.list().map((each) => each.id)).toEqual([id]);
  expect(events.list().at(-1)?.message).toMatch(/^Search \d+ in the data directory can't be read/);
});

it.each([
  ["confirmed", "A better configuration is confirmed"],
  ["unconfirmed", "No improvement confirmed"],
  ["baseline is best", "The active configuration is the best"],
  ["out of reach", "The goal is out of reach"],
] as const)(
  "TUNE-19 TUNE-20: reports '%s' with the figures and both texts",
  async (conclusion, title) => {
    const result = { ...CONFIRMED.result, conclusion } as TuningSearch["result"];
    const search = store.get(await stored({ result }));
    for (const format of ["html", "markdown"] as const) {
      const { content, fileName } = searchReport(search, format);
      expect(fileName).toMatch(/^search-\d+-m\.(html|md)$/);
      for (const text of [title, "dynamic batching up to 8", "dynamic_batching {}", "900"]) {
        expect(content).toContain(text);
      }
    }
  },
);

it("TUNE-19: names the best reachable configuration if the goal is out of reach", async () => {
  const result = { ...CONFIRMED.result, conclusion: "out of reach" } as TuningSearch["result"];
  const { content } = searchReport(store.get(await stored({ result })), "markdown");
  expect(content).toContain(
    "Best reachable: dynamic batching up to 8, 1 instance, at 16 clients, 900 requests/s, p99 12 ms.",
  );
});

it.each([
  ["HTML", searchHtml],
  ["Markdown", searchMarkdown],
])("[SEARCH-26] the report as %s has the second best", (_, report) => {
  const second = { point: { ...point, clients: 32 }, outcome: { throughput: 871, p99Ms: 17 } };
  const both = { ...confirmation, runnerUp: second };
  const { result } = CONFIRMED;
  const search = { ...CONFIRMED, id: 1, result: result && { ...result, confirmation: both } };
  const name = /Second best: [^|<]*32 clients/;
  expect(report(search)).toMatch(name);
  expect(report(search)).toContain("871");
  expect(report({ ...search, result })).not.toContain("Second best");
});
