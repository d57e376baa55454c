import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { HostTransport } from "../../main/contract/rpc/index.ts";
import {
  CODE_PATH,
  codeRequest,
  HELLO_PATH,
  helloRequest,
  proofText,
  RESUME_PATH,
  resumeRequest,
} from "../../main/contract/sign-in.ts";
import type { BrowserKey } from "./key-store.ts";
import { codeIn, hashWithoutCode, Session } from "./session.ts";
import { SignedInClient } from "./signed-in-client.ts";

const ORIGIN = "http://127.0.0.1:7400";
const code = "c".repeat(50);
const secret = (letter: string) => letter.repeat(43);
const transport = {
  buffered: 0,
  send: () => {},
  onMessage: () => {},
  onClose: () => {},
  close: () => {},
} satisfies HostTransport;

/** A page's host, with everything it received. */
class FakeHost {
  up = true;
  token = secret("t");
  /** The key that it gives to browsers and recognizes. */
  key = Buffer.alloc(32, 1);
  readonly received: string[] = [];
  #claim: string | null = null;
  #handshake = { origin: ORIGIN, browserNonce: "", hostNonce: "" };

  async post(path: string, body: object): Promise<{ status: number; response: unknown }> {
    if (!this.up) throw new TypeError("fetch failed");
    this.received.push(JSON.stringify(body));
    switch (path) {
      case CODE_PATH:
        return this.#redeem(codeRequest.parse(body));
      case HELLO_PATH: {
        const browserNonce = helloRequest.parse(body).nonce;
        this.#handshake = { ...this.#handshake, browserNonce, hostNonce: secret("n") };
        const { hostNonce } = this.#handshake;
        return { status: 200, response: { nonce: hostNonce, proof: this.#proof("host") } };
      }
      case RESUME_PATH:
        return resumeRequest.parse(body).proof === this.#proof("browser")
          ? { status: 200, response: { token: this.token } }
          : { status: 401, response: {} };
      default:
        return { status: 404, response: {} };
    }
  }

  #redeem(request: { code: string; claim: string }) {
    if (request.code !== code) return { status: 401, response: {} };
    this.#claim ??= request.claim;
    if (request.claim !== this.#claim) return { status: 401, response: {} };
    const response = { id: "i".repeat(16), key: this.key.toString("base64url"), token: this.token };
    return { status: 200, response };
  }

  #proof(side: "host" | "browser"): string {
    return createHmac("sha256", this.key)
      .update(proofText(side, this.#handshake))
      .digest("base64url");
  }
}

/** A browser with one tab, and its host. */
function browser({ stores = true } = {}) {
  const host = new FakeHost();
  const tab = new Map<string, string>();
  const connected: string[] = [];
  const events = { duringSave: () => {} };
  let kept: BrowserKey | null = null;
  const open = () =>
    new Session({
      origin: ORIGIN,
      keys: {
        get isMarked() {
          return kept !== null;
        },
        load: async () => kept,
        save: async (key) => {
          events.duringSave();
          if (stores) kept = key;
        },
        clear: async () => {
          kept = null;
        },
      },
      tab: () => {
        if (!stores) throw new DOMException("denied", "SecurityError");
        return {
          getItem: (key) => tab.get(key) ?? null,
          setItem: (key, value) => void tab.set(key, value),
          removeItem: (key) => void tab.delete(key),
        };
      },
      post: (path, body) => host.post(path, body),
      connect: async (token) => {
        if (!host.up || token !== host.token) throw new Error("The host doesn't respond.");
        connected.push(token);
        return transport;
      },
    });
  return Object.assign(events, { open, host, tab, connected, kept: () => kept });
}

describe("[WEB-3] a sign-in link", () => {
  test("gives this browser a key that no program can read", async () => {
    const { open, kept, tab } = browser();
    const session = open();
    session.offer(code);
    expect(kept()).toBeNull();
    expect(await session.open()).toBe(transport);
    expect(kept()?.key.extractable).toBe(false);
    expect([...tab]).toEqual([]);
  });

  test("that a reload interrupts is used again by the same tab", async () => {
    const { open, host, kept } = browser();
    open().offer(code);
    // The host has used the code, but its response was lost.
    const interrupted = open();
    host.up = false;
    await expect(interrupted.open()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    host.up = true;
    const reloaded = open();
    expect(reloaded.canTry).toBe(true);
    await reloaded.open();
    expect(kept()).not.toBeNull();
    // The same while the key is being stored.
    const storing = browser();
    const first = storing.open();
    first.offer(code);
    storing.duringSave = () => expect(storing.tab.size).toBe(1);
    await first.open();
    expect(storing.tab.size).toBe(0);
    const elsewhere = browser();
    Object.assign(elsewhere.host, { post: host.post.bind(host) });
    const other = elsewhere.open();
    other.offer(code);
    await expect(other.open()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(other.refusal).toBe("code");
  });

  test("signs in for the visit where the browser stores nothing", async () => {
    const { open } = browser({ stores: false });
    const session = open();
    session.offer(code);
    await session.open();
    expect(session.canTry).toBe(true);
    expect(await session.open()).toBe(transport);
  });

  test("leaves the rest of the address", () => {
    expect(hashWithoutCode(`#code=${code}`)).toBe("");
    expect(hashWithoutCode(`#/code=${code}&/models/mlp?tab=try`)).toBe("#/models/mlp?tab=try");
    expect(hashWithoutCode("#/models/mlp")).toBeNull();
  });
});

describe("[WEB-10] a browser that is signed in", () => {
  const signedIn = async () => {
    const found = browser();
    const session = found.open();
    session.offer(code);
    await session.open();
    found.host.received.length = 0;
    return { ...found, session };
  };

  test("stays so when the host starts again with another token", async () => {
    const { open, host, session, connected } = await signedIn();
    host.token = secret("u");
    await session.open();
    await open().open();
    expect(connected).toEqual([secret("t"), secret("u"), secret("u")]);
  });

  test("sends a program that took the port neither proof nor token, and keeps its key", async () => {
    const { open, host, connected, kept } = await signedIn();
    host.key = Buffer.alloc(32, 2);
    const session = open();
    await expect(session.open()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(session.refusal).toBe("stranger");
    expect(host.received).toHaveLength(1);
    expect(Object.keys(JSON.parse(host.received[0] ?? "")).sort()).toEqual(["id", "nonce"]);
    expect(connected).toHaveLength(1);
    expect(kept()).not.toBeNull();
    host.key = Buffer.alloc(32, 1);
    expect(await open().open()).toBe(transport);
  });

  test("rejects its own nonces and proofs sent back", async () => {
    const { open, host } = await signedIn();
    const post = host.post.bind(host);
    host.post = async (path, body) => {
      if (path !== HELLO_PATH) return await post(path, body);
      const { nonce } = helloRequest.parse(body);
      return { status: 200, response: { nonce, proof: nonce } };
    };
    await expect(open().open()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("keeps trying while the host doesn't respond", async () => {
    const { open, host } = await signedIn();
    host.up = false;
    await expect(open().open()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe("[WEB-5] a rejected code", () => {
  test("does not replace a key that works", async () => {
    const { open, kept } = browser();
    const session = open();
    session.offer(code);
    await session.open();
    const before = kept();
    session.offer("x".repeat(50));
    expect(await session.open()).toBe(transport);
    expect(kept()).toBe(before);
  });

  test("is forgotten", async () => {
    const { open, tab } = browser();
    const session = open();
    session.offer("x".repeat(50));
    await expect(session.open()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(session.canTry).toBe(false);
    expect([...tab]).toEqual([]);
  });

  test("ends the client, until a good one is offered", async () => {
    const { open } = browser();
    const session = open();
    session.offer("x".repeat(50));
    const signedIn = new SignedInClient(session);
    const first = signedIn.current();
    await vi.waitFor(() => expect(signedIn.current()).toBeNull());
    expect(first?.connection).toBe("closed");
    signedIn.offer(code);
    await vi.waitFor(() => expect(signedIn.current()?.connection).toBe("open"));
  });
});

test("[WEB-6] a pasted code signs in, and why one doesn't is known", async () => {
  const { open, host } = browser();
  const session = open();
  expect(await session.signIn("x".repeat(50))).toBe("refused");
  host.up = false;
  expect(await session.signIn(code)).toBe("unknown");
  host.up = true;
  expect(await browser().open().signIn(code)).toBe("accepted");
});

test("[WEB-6] a link or a code is recognized in what a user pastes", () => {
  const link = `http://127.0.0.1:7400/#code=${code}`;
  for (const text of [link, ` Console: ${link}\n`, code, `${code}\n`, `${link}&/models/mlp`])
    expect(codeIn(text)).toBe(code);
  for (const text of ["", "hello", "http://127.0.0.1:7400/", "a b", "x".repeat(10_000)])
    expect(codeIn(text)).toBeNull();
});

test("[WEB-9] signing out forgets the key and ends the connection", async () => {
  const { open, kept } = browser();
  const session = open();
  session.offer(code);
  const signedIn = new SignedInClient(session);
  await vi.waitFor(() => expect(signedIn.current()?.connection).toBe("open"));
  signedIn.signOut();
  expect(signedIn.current()).toBeNull();
  expect(kept()).toBeNull();
});
