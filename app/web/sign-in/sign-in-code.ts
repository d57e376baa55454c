import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * `printed`: in a terminal, for the user. `opened`: on the command line of the program that opens
 * the browser, which every user of the machine can read.
 */
export type CodeKind = "printed" | "opened";

/** ms since it was created. */
export const CODE_LIFETIME_MS: Readonly<Record<CodeKind, number>> = {
  printed: 10 * 60_000,
  opened: 60_000,
};

export interface SignInCode {
  readonly kind: CodeKind;
  /** ms since the epoch */
  readonly mintedAt: number;
  /** 12 random bytes, as URL-safe base64. */
  readonly nonce: string;
}

const KINDS: readonly CodeKind[] = ["printed", "opened"];
const NONCE_BYTES = 12;
const HEAD_BYTES = 1 + 8 + NONCE_BYTES;
const MAC_BYTES = 16;

/**
 * A code that the console with `key` accepts once. It is signed instead of stored, so another
 * process with the data directory can create one: kind, time and nonce, then 128 bits of their
 * HMAC.
 */
export function mintCode(
  key: Buffer,
  kind: CodeKind,
  { now, random }: { now: number; random: (bytes: number) => Buffer },
): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(KINDS.indexOf(kind));
  head.writeBigUInt64BE(BigInt(now), 1);
  random(NONCE_BYTES).copy(head, 9);
  return Buffer.concat([head, mac(key, head)]).toString("base64url");
}

/** Null unless `key` signed it. */
export function readCode(key: Buffer, code: string): SignInCode | null {
  const bytes = Buffer.from(code, "base64url");
  if (bytes.length !== HEAD_BYTES + MAC_BYTES || bytes.toString("base64url") !== code) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!timingSafeEqual(mac(key, head), bytes.subarray(HEAD_BYTES))) return null;
  const kind = KINDS[head.readUInt8()];
  if (kind === undefined) return null;
  const nonce = head.subarray(9).toString("base64url");
  return { kind, mintedAt: Number(head.readBigUInt64BE(1)), nonce };
}

function mac(key: Buffer, head: Buffer): Buffer {
  return createHmac("sha256", key)
    .update("sign-in code")
    .update(head)
    .digest()
    .subarray(0, MAC_BYTES);
}
