import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import type { HostClient, SubscriptionHandlers } from "../../main/contract/client.ts";
import type { BatchFrame } from "../../main/contract/index.ts";
import { HostProvider } from "../host/context.tsx";
import type { BatchLog } from "./batch-log.ts";
import { useBatchLog } from "./use-batch-log.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** A host whose subscribers the test can inspect. */
function fakeClient() {
  const subscribers = new Set<SubscriptionHandlers<BatchFrame>>();
  const client = {
    connection: "open",
    onConnection: () => ({ [Symbol.dispose]: () => {} }),
    subscribe: (name: string, _params: unknown, handlers: SubscriptionHandlers<BatchFrame>) => {
      expect(name).toBe("telemetry.batches");
      subscribers.add(handlers);
      return { [Symbol.dispose]: () => subscribers.delete(handlers) };
    },
  } as unknown as HostClient;
  return { client, subscribers };
}

interface ProbeProps {
  readonly model: string;
  readonly held: boolean;
  readonly show: (log: BatchLog) => void;
}

function Probe({ model, held, show }: ProbeProps) {
  const log = useBatchLog("embedded", model, held);
  useEffect(() => show(log), [log, show]);
  return null;
}

const frame = (from: number): BatchFrame => ({
  from,
  to: from + 250,
  batches: [],
  reasons: [],
  dropped: 0,
  problem: null,
});

async function hide(hidden: boolean): Promise<void> {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
}

afterEach(() => hide(false));

test("batches are asked for only while the page is shown, and what was reported stays", async () => {
  const { client, subscribers } = fakeClient();
  const root = createRoot(document.createElement("div"));
  let shown: BatchLog | null = null;
  const show = (log: BatchLog) => void (shown = log);
  const stretches = () => shown?.stretches.length;
  const render = (model: string, held = false) =>
    act(async () =>
      root.render(
        <HostProvider client={client}>
          <Probe model={model} held={held} show={show} />
        </HostProvider>,
      ),
    );
  const emit = (from: number) =>
    act(async () => {
      for (const handlers of subscribers) handlers.event(frame(from));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });

  await render("m");
  expect(subscribers.size).toBe(1);
  await emit(0);
  expect(stretches()).toBe(1);

  await hide(true);
  expect(subscribers.size).toBe(0);
  await hide(false);
  expect(subscribers.size).toBe(1);
  expect(stretches()).toBe(1);

  // While paused, the log continues in the background.
  await render("m", true);
  await emit(1000);
  expect(stretches()).toBe(1);
  await render("m");
  expect(stretches()).toBe(2);

  await render("other");
  expect(subscribers.size).toBe(1);
  expect(stretches()).toBe(0);

  await act(async () => root.unmount());
  expect(subscribers.size).toBe(0);
});
