import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { HostClient, SubscriptionHandlers } from "../../../main/contract/client.ts";
import type { LogEntry, PodLogWish } from "../../../main/contract/index.ts";
import { HostProvider } from "../../host/context.tsx";
import { type LogView, listLines } from "./log-view.ts";
import { usePodLog } from "./use-pod-log.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const usual: PodLogWish = {
  id: 1,
  namespace: "models",
  pod: "triton-0",
  container: "triton",
  previous: false,
  follow: true,
  lines: 200,
};

/** A host whose log subscribers the test can inspect. */
function fakeHost() {
  const readers = new Map<SubscriptionHandlers<LogEntry[]>, PodLogWish>();
  const client = {
    connection: "open",
    onConnection: () => ({ [Symbol.dispose]: () => {} }),
    subscribe: (name: string, wish: PodLogWish, handlers: SubscriptionHandlers<LogEntry[]>) => {
      expect(name).toBe("kubernetes.log");
      readers.set(handlers, wish);
      return { [Symbol.dispose]: () => readers.delete(handlers) };
    },
  } as unknown as HostClient;
  const emit = (...entries: LogEntry[]) => {
    for (const reader of readers.keys()) reader.event(entries);
  };
  const fail = (words: string) => {
    for (const reader of readers.keys()) reader.error?.(new Error(words));
  };
  return { client, emit, fail, wishes: () => [...readers.values()] };
}

function Probe(props: { wish: PodLogWish; reading: string; show: (view: LogView) => void }) {
  const { wish, reading, show } = props;
  const view = usePodLog(wish, reading);
  useEffect(() => show(view), [view, show]);
  return null;
}

function showLog() {
  const host = fakeHost();
  const root = createRoot(document.createElement("div"));
  const views: LogView[] = [];
  const show = (view: LogView) => void views.push(view);
  const draw = (wish: PodLogWish, reading: string) =>
    act(async () =>
      root.render(
        <HostProvider client={host.client}>
          <Probe wish={wish} reading={reading} show={show} />
        </HostProvider>,
      ),
    );
  const until = (check: (view: LogView) => void) =>
    vi.waitFor(() => act(async () => check(views.at(-1) as LogView)), { timeout: 10_000 });
  return { ...host, draw, until, end: () => act(async () => root.unmount()) };
}

const line = (text: string): LogEntry => ({ kind: "line", text });

test("[K8S-19] a log is read by one subscription, which another reading replaces and the end ends", async () => {
  const log = showLog();
  await log.draw(usual, "1");
  log.emit({ kind: "state", state: "open", words: "", at: 1 }, line("a"), line("b"));
  await log.until((view) => expect(listLines(view)).toEqual(["a", "b"]));
  await log.draw({ ...usual, lines: 1000 }, "2");
  expect(log.wishes()).toEqual([{ ...usual, lines: 1000 }]);
  log.emit(line("c"));
  await log.until((view) => expect(listLines(view)).toEqual(["c"]));
  await log.end();
  expect(log.wishes()).toEqual([]);
});

test("[K8S-20] a reading that the host ends says why, and keeps what came", async () => {
  const log = showLog();
  await log.draw(usual, "1");
  log.emit(line("a"));
  log.fail("The subscriber left 10000 events unread.");
  await log.until((view) => {
    expect(view).toMatchObject({
      state: "failed",
      words: "The subscriber left 10000 events unread.",
    });
    expect(listLines(view)).toEqual(["a"]);
  });
  await log.end();
});
