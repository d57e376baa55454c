import { expect, test } from "vitest";
import type { ConnectionState, HostClient } from "../../main/contract/client.ts";
import { ConnectionWatch } from "./connection-watch.ts";

function connection(first: ConnectionState) {
  const listeners = new Set<(state: ConnectionState) => void>();
  const client = {
    connection: first,
    onConnection(listener: (state: ConnectionState) => void) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => listeners.delete(listener) };
    },
  } as unknown as HostClient;
  return { client, become: (state: ConnectionState) => listeners.forEach((each) => each(state)) };
}

test("keeps when the connection was lost until it is open again", () => {
  const { client, become } = connection("connecting");
  let now = 1000;
  const watch = new ConnectionWatch(client, () => now);
  const stop = watch.subscribe(() => {});
  become("closed");
  expect(watch.snapshot()).toEqual({ lostAt: null, reconnects: 0 });
  become("open");
  now = 2000;
  become("closed");
  now = 3000;
  become("connecting");
  expect(watch.snapshot()).toEqual({ lostAt: 2000, reconnects: 0 });
  become("open");
  expect(watch.snapshot()).toEqual({ lostAt: null, reconnects: 1 });
  stop();
});
