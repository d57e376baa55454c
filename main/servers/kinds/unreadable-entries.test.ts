import { expect, it } from "vitest";
import { REPLACEMENTS } from "../../testing/mutations.ts";
import type { Observation } from "../observation.ts";
import { startRecordedTritonHttp } from "../testing/recorded-triton-http.ts";
import { TritonOverHttp } from "../triton/over-http.ts";
import { TritonSession } from "../triton-session.ts";
import type { Reach } from "./kind.ts";
import { type Change, changedReach } from "./testing/changed-reach.ts";
import { kindsWithServers } from "./testing/kinds-with-servers.ts";
import { torchserve } from "./torchserve/index.ts";
import { startTorchServe } from "./torchserve/testing/torchserve-server.ts";

type Observe = (reach: Reach) => Promise<Observation>;

const observeTriton: Observe = ({ http, metrics }) => {
  if (!http) throw new Error("no HTTP");
  const about = { name: "triton", version: "2.64.0", extensions: ["model_repository"] };
  return new TritonSession("server", "triton", about, {
    client: new TritonOverHttp(http),
    grpc: null,
    metrics,
    connections: { [Symbol.dispose]: () => {} },
  }).observe();
};

const observers: readonly [string, Observe, () => Promise<{ reach: Reach } & AsyncDisposable>][] = [
  ...kindsWithServers.map(([kind, start]): (typeof observers)[number] => [
    kind.name,
    (reach) => kind.observe(reach),
    start,
  ]),
  ["Triton", observeTriton, () => startRecordedTritonHttp()],
];

type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;

/** The document's lists, and objects that list others by name: what holds entries of one form. */
function listsIn(value: unknown, path = "", found = new Map<string, Holder>()) {
  if (!isHolder(value)) return found;
  const isByName = /applications|deployments/.test(path.split("/").at(-1) ?? "");
  const isList = Array.isArray(value) || isByName;
  if (isList && Object.keys(value).length > 0 && !found.has(path)) found.set(path, value);
  for (const [key, each] of Object.entries(value))
    listsIn(each, isList ? `${path}/*` : `${path}/${key}`, found);
  return found;
}

/** Entries as `entry` is, each with another part that is absent, null, empty, of another type or very large. */
function* spoiled(entry: unknown): Generator<unknown> {
  yield* REPLACEMENTS;
  if (!isHolder(entry)) return;
  for (const [key, value] of Object.entries(entry))
    for (const part of spoiled(value)) {
      if (part === undefined && !Array.isArray(entry)) {
        const { [key]: _, ...rest } = entry;
        yield rest;
      } else yield Array.isArray(entry) ? entry.with(Number(key), part) : { ...entry, [key]: part };
    }
}

/** `document` with `entry` added to its list at `path`, in front. */
function withEntry(document: unknown, path: string, entry: unknown): unknown {
  const copy: unknown = structuredClone(document);
  const list = listsIn(copy).get(path);
  if (Array.isArray(list)) list.unshift(entry);
  else if (list) list["spoiled"] = entry;
  return copy;
}

/** The texts of the responses to `observe`, each once. */
async function answersTo(observe: Observe, reach: Reach): Promise<Set<string>> {
  const texts = new Set<string>();
  await observe(changedReach(reach, (text) => (texts.add(text), text)));
  return texts;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const replacing =
  (from: string, to: string): Change =>
  (text) =>
    text === from ? to : text;

const statesByName = ({ models }: Observation) =>
  Object.fromEntries(models.map(({ name, state }) => [name, state]));

it.each(observers)(
  "[HOSTILE-3] %s: loses no more than an entry that can't be read",
  { timeout: 120_000 },
  async (_name, observe, start) => {
    await using server = await start();
    const whole = statesByName(await observe(server.reach));
    for (const text of await answersTo(observe, server.reach)) {
      const document = parse(text);
      for (const [path, list] of listsIn(document))
        for (const entry of spoiled(Object.values(list)[0])) {
          const changed = JSON.stringify(withEntry(document, path, entry));
          const reach = changedReach(server.reach, replacing(text, changed));
          const seen = await observe(reach).then(statesByName, String);
          const at = `${path} with ${JSON.stringify(entry)?.slice(0, 300)}`;
          expect({ at, seen }).toMatchObject({ at, seen: whole });
        }
    }
  },
);

const LINES = [
  "",
  "{}",
  "}{",
  "nv_x{",
  'a{b="',
  "a 1e999999 x",
  "# TYPE",
  "# HELP \u0000",
  "x".repeat(100_000),
];

it.each(observers)(
  "[HOSTILE-3] %s: loses no figure by a line of its metrics that can't be read",
  async (_name, observe, start) => {
    await using server = await start();
    const { figures } = await observe(server.reach);
    for (const text of await answersTo(observe, server.reach)) {
      const lines = text.split("\n");
      if (parse(text) !== null || lines.length < 2) continue;
      for (const line of LINES) {
        const changed = [line, ...lines.flatMap((each) => [each, line])].join("\n");
        const seen = await observe(changedReach(server.reach, replacing(text, changed)));
        expect([line.slice(0, 20), seen.figures]).toEqual([line.slice(0, 20), figures]);
      }
    }
  },
);

it.each([
  ["nothing readable", (text: string) => text.replaceAll('"batchSize"', '"size"'), "can't be read"],
  ["no description", () => "<html>", "it answers with status 200"],
])(
  "[HOSTILE-3] TorchServe: shows a model with the reason if there is %s of it",
  async (...given) => {
    const [, spoil, reason] = given;
    await using server = await startTorchServe("0.12.0");
    const whole = await torchserve.observe(server.reach);
    const change: Change = (text) => (text.includes('"batchSize"') ? spoil(text) : text);
    const { models } = await torchserve.observe(changedReach(server.reach, change));
    expect(models.map(({ name }) => name)).toEqual(whole.models.map(({ name }) => name));
    for (const model of models)
      expect(model).toMatchObject({ state: "unknown", reason: expect.stringContaining(reason) });
  },
);
