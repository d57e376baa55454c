import { expect, test } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { HostClient } from "../../main/contract/client.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { Draft, type Mirror } from "./draft.ts";

const config = (change: Partial<ConfigState> = {}): ConfigState => ({
  serverId: "embedded",
  model: "ranker",
  text: "active",
  path: "/models/ranker/config.pbtxt",
  store: null,
  hasFile: true,
  files: null,
  etag: "e1",
  overriddenFile: null,
  served: null,
  unreachable: null,
  draft: null,
  signature: null,
  history: [],
  ...change,
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

function memory(): Mirror & { size: number } {
  const map = new Map<string, string>();
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    get size() {
      return map.size;
    },
  };
}

function setUp(state = config(), answer: () => Promise<unknown> = async () => ({ savedAt: 1000 })) {
  const asked: [string, unknown][] = [];
  const mirror = memory();
  const timers: (() => void)[] = [];
  const client = {
    request: (name: string, params: unknown) => {
      asked.push([name, params]);
      return answer();
    },
  } as unknown as HostClient;
  const options = {
    mirror,
    schedule: (work: () => void) => {
      timers.push(work);
      return () => void timers.splice(timers.indexOf(work), 1);
    },
    now: () => 1000,
  };
  const open = () => new Draft(client, state, options);
  return {
    draft: open(),
    open,
    asked,
    mirror,
    pass: () => timers.splice(0).forEach((each) => each()),
  };
}

test("what is typed is kept here at once and by the host once typing pauses", async () => {
  const { draft, asked, mirror, pass } = setUp();
  draft.edit("a");
  draft.edit("ab");
  expect(mirror.size).toBe(1);
  expect(asked).toEqual([]);
  pass();
  expect(asked).toEqual([
    [
      "configs.saveDraft",
      { serverId: "embedded", model: "ranker", text: "ab", baseEtag: "e1", over: null },
    ],
  ]);
  await settled();
  expect(draft.state().save).toBe("saved");
  expect(mirror.size).toBe(0);
});

test("when the host cannot save it, the copy here is what the next visit finds", async () => {
  const { draft, open, mirror, pass } = setUp(config(), () => Promise.reject(new Error("gone")));
  draft.edit("typed");
  pass();
  await new Promise((resolve) => setTimeout(resolve));
  expect(draft.state().save).toBe("failed");
  expect(mirror.size).toBe(1);
  expect(open().state()).toMatchObject({ text: "typed", restoredFrom: 1000 });
});

test("the newer of the host's draft and the copy here is restored", () => {
  const saved = { text: "host's", baseEtag: "e0", savedAt: 2000 };
  const { draft, open } = setUp(config({ draft: saved }));
  expect(draft.state()).toMatchObject({ text: "host's", baseEtag: "e0", restoredFrom: 2000 });
  draft.edit("here, but older");
  expect(open().state().text).toBe("host's");
});

test("typing back to the active configuration leaves no draft", async () => {
  const { draft, asked, pass } = setUp();
  draft.edit("x");
  draft.edit("active");
  pass();
  expect(asked[0]?.[0]).toBe("configs.discardDraft");
  await settled();
  expect(draft.state().save).toBe("same");
});

test("a configuration that changed elsewhere is followed, unless there is a draft", () => {
  const { draft } = setUp();
  draft.follow(config({ text: "newer", etag: "e2" }));
  expect(draft.state()).toMatchObject({ text: "newer", baseEtag: "e2" });
  draft.edit("mine");
  draft.follow(config({ text: "newest", etag: "e3" }));
  expect(draft.state()).toMatchObject({ text: "mine", baseEtag: "e2" });
  draft.rebase();
  expect(draft.state()).toMatchObject({ text: "mine", baseEtag: "e3" });
});

test("a draft of another window is reported, and neither overwrites the other until one is chosen", async () => {
  const theirs = { text: "theirs", baseEtag: "e1", savedAt: 5000 };
  const answers: (() => Promise<unknown>)[] = [
    () => Promise.reject(new StatusError("ABORTED", "…", { details: { draft: theirs } })),
    async () => ({ savedAt: 6000 }),
    async () => ({ savedAt: 7000 }),
  ];
  const { draft, asked, mirror, pass } = setUp(config(), () =>
    (answers.shift() as () => Promise<unknown>)(),
  );
  draft.edit("mine");
  pass();
  await settled();
  expect(draft.state()).toMatchObject({ text: "mine", save: "elsewhere", elsewhere: theirs });
  expect(mirror.size).toBe(1);
  draft.settle("both");
  await settled();
  expect(asked.at(-1)).toMatchObject(["configs.saveDraft", { text: "both", over: 5000 }]);
  expect(draft.state()).toEqual({
    text: "both",
    baseEtag: "e1",
    save: "saved",
    restoredFrom: null,
  });
  draft.edit("more");
  pass();
  await settled();
  expect(asked.at(-1)).toMatchObject(["configs.saveDraft", { text: "more", over: 6000 }]);
});

test("what is typed while a draft is on its way continues from that draft", async () => {
  const { draft, asked, pass } = setUp();
  draft.edit("a");
  pass();
  draft.edit("ab");
  pass();
  expect(asked).toHaveLength(1);
  await settled();
  expect(asked.map(([, params]) => params)).toMatchObject([
    { text: "a", over: null },
    { text: "ab", over: 1000 },
  ]);
  expect(draft.state().save).toBe("saved");
});

test("a draft equal to what is active belongs to no window: the next continues from it", async () => {
  const late = config({ draft: { text: "active", baseEtag: "e0", savedAt: 700 } });
  const { draft, asked, pass } = setUp(late);
  draft.follow(late);
  draft.edit("mine");
  pass();
  await settled();
  expect(asked).toMatchObject([["configs.saveDraft", { text: "mine", over: 700 }]]);
});
