import { describe, expect, test, vi } from "vitest";
import type { HostTransport } from "../../main/contract/rpc/index.ts";
import { hashWithoutToken, Session, TOKEN_KEY, tokenIn, type TokenState } from "./session.ts";
import { SignedInClient } from "./signed-in-client.ts";

const good = "g".repeat(32);
const stale = "s".repeat(32);
const transport = {
  buffered: 0,
  send: () => {},
  onMessage: () => {},
  onClose: () => {},
  close: () => {},
} satisfies HostTransport;

/** A browser's storage, and a host that accepts `good` while it is up. */
function browser(kept: string | null = null) {
  const items = new Map(kept === null ? [] : [[TOKEN_KEY, kept]]);
  const host = { up: true };
  const session = new Session({
    storage: () => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    check: async (token): Promise<TokenState> =>
      !host.up ? "unknown" : token === good ? "accepted" : "refused",
    connect: async (token) => {
      if (!host.up || token !== good) throw new Error("No host answers.");
      return transport;
    },
  });
  return { session, host, kept: () => items.get(TOKEN_KEY) ?? null };
}

describe("[WEB-3] a sign-in link", () => {
  test("is remembered once the host accepted it", async () => {
    const { session, kept } = browser();
    session.offer(good);
    expect(kept()).toBeNull();
    expect(await session.open()).toBe(transport);
    expect(kept()).toBe(good);
  });

  test("is remembered for the visit where the browser stores nothing", async () => {
    const session = new Session({
      storage: () => {
        throw new DOMException("denied", "SecurityError");
      },
      check: async () => "accepted",
      connect: async () => transport,
    });
    session.offer(good);
    await session.open();
    expect(session.hasToken).toBe(true);
    expect(await session.open()).toBe(transport);
  });

  test("leaves the rest of the address", () => {
    expect(hashWithoutToken(`#token=${good}`)).toBe("");
    expect(hashWithoutToken(`#/token=${good}&/models/mlp?tab=try`)).toBe("#/models/mlp?tab=try");
    expect(hashWithoutToken("#/models/mlp")).toBeNull();
  });
});

describe("[WEB-5] a refused token", () => {
  test("of a link does not replace one that works", async () => {
    const { session, kept } = browser(good);
    session.offer(stale);
    expect(await session.open()).toBe(transport);
    expect(kept()).toBe(good);
  });

  test("is forgotten", async () => {
    const { session, kept } = browser(stale);
    await expect(session.open()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(kept()).toBeNull();
    expect(session.hasToken).toBe(false);
  });

  test("is not what a host that is down has", async () => {
    const { session, host, kept } = browser(good);
    host.up = false;
    await expect(session.open()).rejects.toThrow("No host answers.");
    expect(kept()).toBe(good);
  });

  test("ends the client, until a good one is offered", async () => {
    const { session } = browser(stale);
    const signedIn = new SignedInClient(session);
    const first = signedIn.current();
    await vi.waitFor(() => expect(signedIn.current()).toBeNull());
    expect(first?.connection).toBe("closed");
    signedIn.offer(good);
    await vi.waitFor(() => expect(signedIn.current()?.connection).toBe("open"));
  });
});

test("[WEB-6] a link or a token is recognized in what a person pastes", () => {
  const link = `http://127.0.0.1:7400/#token=${good}`;
  for (const text of [link, ` Console: ${link}\n`, good, `${good}\n`, `${link}&/models/mlp`])
    expect(tokenIn(text)).toBe(good);
  for (const text of ["", "hello", "http://127.0.0.1:7400/", "a b", "x".repeat(10_000)])
    expect(tokenIn(text)).toBeNull();
});

test("[WEB-9] signing out forgets the token and ends the connection", async () => {
  const { session, kept } = browser(good);
  const signedIn = new SignedInClient(session);
  await vi.waitFor(() => expect(signedIn.current()?.connection).toBe("open"));
  signedIn.signOut();
  expect(signedIn.current()).toBeNull();
  expect(kept()).toBeNull();
});
