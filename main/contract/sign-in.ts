import { z } from "zod";

// How a browser and the web host prove to each other that they know the browser's key (app/web/SPEC.md, WEB-10).

export const CODE_PATH = "/session/code";
export const HELLO_PATH = "/session/hello";
export const RESUME_PATH = "/session/resume";

/** 32 bytes in URL-safe base64. */
const secret = z.string().regex(/^[\w-]{43}$/);
const browserId = z.string().regex(/^[\w-]{16,64}$/);

/** `claim`: chosen by the tab, so that it alone may repeat a request with a code that it has used. */
export const codeRequest = z.object({ code: z.string().max(256), claim: secret });
/** `key`: this browser's, 32 bytes; `token`: of this start of the host. */
export const codeResponse = z.object({ id: browserId, key: secret, token: secret });
export type CodeResponse = z.infer<typeof codeResponse>;

/** `nonce`: 32 random bytes of the requesting side. */
export const helloRequest = z.object({ id: browserId, nonce: secret });
export const helloResponse = z.object({ nonce: secret, proof: secret });

/** `nonce`: the host's. */
export const resumeRequest = z.object({ id: browserId, nonce: secret, proof: secret });
export const resumeResponse = z.object({ token: secret });

export interface Handshake {
  /** Of the page, e.g. "http://127.0.0.1:7400": a proof for one console's port does not hold for another. */
  readonly origin: string;
  readonly browserNonce: string;
  readonly hostNonce: string;
}

/** What each side signs by HMAC-SHA-256 with the browser's key. The texts of both sides differ, so that a proof can't be replayed to its sender. */
export function proofText(side: "host" | "browser", handshake: Handshake): string {
  const { origin, browserNonce, hostNonce } = handshake;
  return JSON.stringify(["batchdeck sign-in 1", side, origin, browserNonce, hostNonce]);
}
