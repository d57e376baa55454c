import { createHmac } from "node:crypto";
import { isSameSecret } from "../../../base/same-secret.ts";
import { type CodeResponse, proofText } from "../../../main/contract/sign-in.ts";
import { CODE_LIFETIME_MS, readCode } from "./sign-in-code.ts";

export interface SessionsOptions {
  /** The console's key. */
  readonly key: Buffer;
  /** Origin of the pages, e.g. "http://127.0.0.1:7400". */
  readonly origin: string;
  /** ms since the epoch */
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
}

/** Time limit for a browser's reply to a challenge, ms. */
const CHALLENGE_MS = 30_000;
/** Open challenges; beyond this the oldest are dropped. */
const MAX_CHALLENGES = 1000;

interface Challenge {
  readonly id: string;
  readonly browserNonce: string;
  readonly until: number;
}

/** Signs browsers in: with a code once, and afterwards with their key. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #startedAt: number;
  /** Token of this start; opens connections. */
  readonly token: string;
  /** Nonces of used codes, with the claim of the tab that used it, until they expire. */
  readonly #used = new Map<string, { readonly claim: string; readonly until: number }>();
  readonly #challenges = new Map<string, Challenge>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#startedAt = options.now();
    this.token = options.random(32).toString("base64url");
  }

  /**
   * Creates a key for the browser with a code, once; again only for the same claim. `isOwner`:
   * false if another user of the machine asks, who may have read an `opened` code on a command
   * line. Null: rejected.
   */
  redeem(
    { code, claim }: { code: string; claim: string },
    isOwner: () => boolean,
  ): CodeResponse | null {
    const now = this.#options.now();
    for (const [nonce, { until }] of this.#used) if (until < now) this.#used.delete(nonce);
    const read = readCode(this.#options.key, code);
    if (read === null) return null;
    const { kind, mintedAt, nonce } = read;
    const until = mintedAt + CODE_LIFETIME_MS[kind];
    // It is unknown which codes were used before the start.
    if (mintedAt > now || until < now || mintedAt < this.#startedAt) return null;
    if (kind === "opened" && !isOwner()) return null;
    const used = this.#used.get(nonce);
    if (used !== undefined && !isSameSecret(used.claim, claim)) return null;
    this.#used.set(nonce, { claim, until });
    return { id: nonce, key: this.#browserKey(nonce).toString("base64url"), token: this.token };
  }

  /** The host first proves that it knows the browser's key, and then challenges the browser. */
  challenge({ id, nonce: browserNonce }: { id: string; nonce: string }) {
    const now = this.#options.now();
    for (const [nonce, { until }] of this.#challenges) {
      if (until >= now && this.#challenges.size < MAX_CHALLENGES) break;
      this.#challenges.delete(nonce);
    }
    const nonce = this.#options.random(32).toString("base64url");
    this.#challenges.set(nonce, { id, browserNonce, until: now + CHALLENGE_MS });
    return { nonce, proof: this.#proof("host", id, browserNonce, nonce) };
  }

  /** The token for a browser that proves its key, once per challenge; null: rejected. */
  resume({ id, nonce, proof }: { id: string; nonce: string; proof: string }): string | null {
    const challenge = this.#challenges.get(nonce);
    this.#challenges.delete(nonce);
    if (challenge?.id !== id || challenge.until < this.#options.now()) return null;
    const expected = this.#proof("browser", id, challenge.browserNonce, nonce);
    return isSameSecret(proof, expected) ? this.token : null;
  }

  #proof(side: "host" | "browser", id: string, browserNonce: string, hostNonce: string): string {
    const text = proofText(side, { origin: this.#options.origin, browserNonce, hostNonce });
    return createHmac("sha256", this.#browserKey(id)).update(text).digest("base64url");
  }

  /** Derived, so nothing is stored per browser; valid for one origin. */
  #browserKey(id: string): Buffer {
    const text = JSON.stringify(["browser key", this.#options.origin, id]);
    return createHmac("sha256", this.#options.key).update(text).digest();
  }
}
