import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";

export type DigestName = "md5" | "sha1" | "sha256" | "crc32" | "crc32c";

/** Digests of an object's complete content, in hexadecimal. */
export type Digests = Partial<Readonly<Record<DigestName, string>>>;

/**
 * Converts base64, as stores write it, to hexadecimal. Undefined for undefined and for invalid
 * digests.
 */
export function fromBase64(text: string | undefined | null): string | undefined {
  if (!text || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, "base64").toString("hex");
}

/** Leaves out undefined entries. */
export function toDigests(values: Partial<Record<DigestName, string | undefined>>): Digests {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Computes the digests in `expected`, chunk by chunk. */
export class DigestCheck {
  readonly #expected: Digests;
  readonly #hashes: readonly (readonly [DigestName, Hash])[];
  #crc32 = 0;
  #crc32c = 0;

  constructor(expected: Digests) {
    this.#expected = expected;
    this.#hashes = (["md5", "sha1", "sha256"] as const).flatMap((name) =>
      expected[name] === undefined ? [] : [[name, createHash(name)] as const],
    );
  }

  update(chunk: Uint8Array): void {
    for (const [, hash] of this.#hashes) hash.update(chunk);
    if (this.#expected.crc32 !== undefined) this.#crc32 = crc32(chunk, this.#crc32);
    if (this.#expected.crc32c !== undefined) this.#crc32c = crc32c(chunk, this.#crc32c);
  }

  /** The name of a digest that differs. */
  mismatch(): DigestName | undefined {
    const { crc32, crc32c } = this.#expected;
    if (crc32 !== undefined && crc32 !== hex32(this.#crc32)) return "crc32";
    if (crc32c !== undefined && crc32c !== hex32(this.#crc32c)) return "crc32c";
    return this.#hashes.find(([name, hash]) => hash.digest("hex") !== this.#expected[name])?.[0];
  }
}

const hex32 = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");

/** Castagnoli's polynomial, bit-reversed. */
const POLYNOMIAL = 0x82f63b78;
/** Eight tables process eight bytes per step. */
const tables = makeTables();

/** CRC-32C (RFC 3720) of `bytes`, continuing from `before`. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  let crc = ~before;
  let at = 0;
  const byte = (i: number) => bytes[i] ?? 0;
  for (; at + 8 <= bytes.length; at += 8) {
    crc ^= byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24);
    crc =
      (t7[crc & 255] ?? 0) ^
      (t6[(crc >>> 8) & 255] ?? 0) ^
      (t5[(crc >>> 16) & 255] ?? 0) ^
      (t4[crc >>> 24] ?? 0) ^
      (t3[byte(at + 4)] ?? 0) ^
      (t2[byte(at + 5)] ?? 0) ^
      (t1[byte(at + 6)] ?? 0) ^
      (t0[byte(at + 7)] ?? 0);
  }
  for (; at < bytes.length; at++) crc = (t0[(crc ^ byte(at)) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, n) => {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    return value;
  });
  const all = [first];
  for (let i = 1; i < 8; i++) {
    const before = all[i - 1] ?? first;
    all.push(before.map((value) => (value >>> 8) ^ (first[value & 255] ?? 0)));
  }
  return all;
}
