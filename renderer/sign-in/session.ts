import { StatusError } from "../../base/status-error.ts";
import type { HostTransport } from "../../main/contract/rpc/index.ts";
import {
  CODE_PATH,
  codeResponse,
  type Handshake,
  HELLO_PATH,
  helloResponse,
  proofText,
  RESUME_PATH,
  resumeResponse,
} from "../../main/contract/sign-in.ts";
import type { BrowserKey, KeyStore } from "./key-store.ts";

export interface SessionOptions {
  /** Of the page. */
  readonly origin: string;
  readonly keys: KeyStore;
  /** This tab's storage, which survives a reload; one that throws stores nothing. */
  readonly tab: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Posts JSON to the host. Rejects if it can't be reached. */
  readonly post: (path: string, body: object) => Promise<{ status: number; response: unknown }>;
  readonly connect: (token: string) => Promise<HostTransport>;
}

export type CodeState = "accepted" | "refused" | "unknown";

/** Why signing in failed. `stranger`: the host at this address doesn't know this browser's key. */
export type Refusal = "code" | "stranger";

/** The code of a sign-in link, until the host has accepted or rejected it. */
interface Offer {
  readonly code: string;
  /** Only the tab with this value may use the code again, e.g. after a reload in between. */
  readonly claim: string;
}

const OFFER_KEY = "batchdeck.sign-in-code";
const NONCE_BYTES = 32;

/** Signs this browser in to the host that served the page (app/web/SPEC.md, WEB-3 and WEB-10). */
export class Session {
  readonly #options: SessionOptions;
  #offer: Offer | null = null;
  /** Used if the browser has no storage. */
  #held: BrowserKey | null = null;
  #refusal: Refusal | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    const kept = this.#tab((tab) => tab.getItem(OFFER_KEY))?.split(" ") ?? [];
    const [code, claim] = kept;
    if (code !== undefined && claim !== undefined) this.#offer = { code, claim };
  }

  /** Whether there is a code or key to sign in with. */
  get canTry(): boolean {
    return this.#offer !== null || this.#held !== null || this.#options.keys.isMarked;
  }

  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** Tries `code` before this browser's key; a reload in between tries again. */
  offer(code: string): void {
    const offer = { code, claim: randomText() };
    this.#offer = offer;
    this.#tab((tab) => tab.setItem(OFFER_KEY, `${offer.code} ${offer.claim}`));
  }

  /** Stores the key that the host returns for `code`. */
  async signIn(code: string): Promise<CodeState> {
    this.offer(code);
    try {
      return (await this.#redeem()) === null ? "refused" : "accepted";
    } catch {
      return "unknown";
    } finally {
      this.#refusal = null;
    }
  }

  signOut(): void {
    this.#dropOffer();
    this.#held = null;
    this.#refusal = null;
    void this.#options.keys.clear();
  }

  /** Connects to the host. Throws UNAUTHENTICATED if signing in fails, UNAVAILABLE if the host can't be reached. */
  async open(): Promise<HostTransport> {
    this.#refusal = null;
    const token = (await this.#redeem()) ?? (await this.#resume());
    if (token !== null) return await this.#options.connect(token);
    throw new StatusError("UNAUTHENTICATED", "This browser isn't signed in.");
  }

  /** The token for the offered code; null without one, or if the host rejects it. */
  async #redeem(): Promise<string | null> {
    const offer = this.#offer;
    if (offer === null) return null;
    const { status, response } = await this.#post(CODE_PATH, offer);
    if (status >= 500) throw unreachable();
    const given = codeResponse.safeParse(response).data;
    const done = () => this.#offer === offer && this.#dropOffer();
    if (status !== 200 || given === undefined) {
      done();
      return this.#refused("code");
    }
    const { id } = given;
    this.#held = { id, key: await importKey(fromBase64Url(given.key)) };
    await this.#options.keys.save(this.#held);
    // Only now: a page that closes before can ask again.
    done();
    return given.token;
  }

  /** The token for this browser's key; null without one. The host first proves that it knows the key. */
  async #resume(): Promise<string | null> {
    const known = (await this.#options.keys.load()) ?? this.#held;
    if (known === null) return null;
    const { id, key } = known;
    const browserNonce = randomText();
    const hello = await this.#post(HELLO_PATH, { id, nonce: browserNonce });
    if (hello.status >= 500) throw unreachable();
    const greeting = helloResponse.safeParse(hello.response).data;
    const handshake = { origin: this.#options.origin, browserNonce };
    const proved = greeting && { ...handshake, hostNonce: greeting.nonce };
    if (!proved || !(await isHost(key, proved, greeting.proof))) return this.#refused("stranger");
    const text = new TextEncoder().encode(proofText("browser", proved));
    const proof = toBase64Url(await crypto.subtle.sign("HMAC", key, text));
    const { status, response } = await this.#post(RESUME_PATH, {
      id,
      nonce: proved.hostNonce,
      proof,
    });
    const token = resumeResponse.safeParse(response).data?.token;
    if (status === 200 && token !== undefined) return token;
    if (status >= 500) throw unreachable();
    return this.#refused("stranger");
  }

  #refused(refusal: Refusal): null {
    this.#refusal ??= refusal;
    return null;
  }

  async #post(path: string, body: object) {
    try {
      return await this.#options.post(path, body);
    } catch (error) {
      throw unreachable(error);
    }
  }

  #dropOffer(): void {
    this.#offer = null;
    this.#tab((tab) => tab.removeItem(OFFER_KEY));
  }

  /** Null if the browser doesn't allow storage. */
  #tab<T>(access: (storage: ReturnType<SessionOptions["tab"]>) => T): T | null {
    try {
      return access(this.#options.tab());
    } catch {
      return null;
    }
  }
}

const randomText = () => toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).buffer);

const unreachable = (cause?: unknown) =>
  new StatusError("UNAVAILABLE", "The host doesn't respond.", { cause });

/** Not extractable, so that another program on this port can't read it later. */
function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign", "verify"]);
}

async function isHost(key: CryptoKey, handshake: Handshake, proof: string): Promise<boolean> {
  const text = new TextEncoder().encode(proofText("host", handshake));
  return await crypto.subtle.verify("HMAC", key, fromBase64Url(proof), text);
}

/** The code of a sign-in link, or of a text that is only a code; null without one. */
export function codeIn(text: string): string | null {
  const written = text.trim();
  const link = /#\/?code=([\w-]{1,256})(?![\w-])/.exec(written)?.[1];
  return link ?? /^[\w-]{32,256}$/.exec(written)?.[0] ?? null;
}

/** An address's hash without its code; null if it has none. */
export function hashWithoutCode(hash: string): string | null {
  const rest = /^#\/?code=[\w-]+&?(.*)$/.exec(hash)?.[1];
  if (rest === undefined) return null;
  return rest === "" ? "" : `#${rest}`;
}

/** Without padding. */
function toBase64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws for invalid base64. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
