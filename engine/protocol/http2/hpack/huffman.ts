import { HpackError } from "./hpack-error.ts";

/**
 * Bits of each octet's code (RFC 7541, Appendix B). The code is canonical: codes of one length follow each other in
 * the order of their octets, so that the lengths alone define it.
 */
// biome-ignore format: the table of the RFC, 16 octets a line
const CODE_BITS = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
  28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
  5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
  7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
  15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
  6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
  20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
  24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
  22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
  21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
  26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
  19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
  20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
  26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
  30,
];
const END_OF_STRING = 256;
const NO_OCTET = -1;

/** The code's tree: the child nodes for bits 0 and 1, and the octet of a leaf. */
const children: number[] = [0, 0];
const octets: number[] = [NO_OCTET];

function insert(octet: number, code: number, bits: number): void {
  let node = 0;
  for (let bit = bits - 1; bit >= 0; bit--) {
    const side = 2 * node + ((code >>> bit) & 1);
    let next = children[side] as number;
    if (next === 0) {
      next = octets.push(NO_OCTET) - 1;
      children.push(0, 0);
      children[side] = next;
    }
    node = next;
  }
  octets[node] = octet;
}

const codes = new Uint32Array(257);
let nextCode = 0;
for (let bits = 5; bits <= 30; bits++) {
  for (let octet = 0; octet <= END_OF_STRING; octet++) {
    if (CODE_BITS[octet] !== bits) continue;
    insert(octet, nextCode, bits);
    codes[octet] = nextCode;
    nextCode += 1;
  }
  nextCode *= 2;
}
const nodeChildren = Uint16Array.from(children);
const nodeOctets = Int16Array.from(octets);
/** The shortest code has 5 bits. */
const MAX_OCTETS_PER_BYTE = 8 / 5;
let scratch = Buffer.alloc(4096);

/**
 * Decodes `bytes` from `start` to `end`. Throws for wrong padding or an end-of-string code (5.2).
 */
export function decodeHuffman(bytes: Buffer, start: number, end: number): string {
  const most = Math.ceil((end - start) * MAX_OCTETS_PER_BYTE);
  if (most > scratch.length) scratch = Buffer.alloc(most);
  let length = 0;
  let node = 0;
  let pending = 0;
  let onlyOnes = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    for (let bit = 7; bit >= 0; bit--) {
      const value = (byte >>> bit) & 1;
      node = nodeChildren[2 * node + value] as number;
      pending += 1;
      if (value === 0) onlyOnes = false;
      const octet = nodeOctets[node] as number;
      if (octet === NO_OCTET) continue;
      if (octet === END_OF_STRING) throw new HpackError("a string holds the end-of-string code");
      scratch[length++] = octet;
      node = 0;
      pending = 0;
      onlyOnes = true;
    }
  }
  if (pending > 7 || !onlyOnes) throw new HpackError("the padding of a string is wrong");
  return scratch.toString("latin1", 0, length);
}

/** Encodes octets with the Huffman code, padded with ones. */
export function encodeHuffman(text: Buffer): Buffer {
  const bytes: number[] = [];
  let kept = 0;
  let keptBits = 0;
  for (const octet of text) {
    for (let bit = (CODE_BITS[octet] as number) - 1; bit >= 0; bit--) {
      kept = (kept << 1) | (((codes[octet] as number) >>> bit) & 1);
      keptBits += 1;
      if (keptBits < 8) continue;
      bytes.push(kept);
      kept = 0;
      keptBits = 0;
    }
  }
  if (keptBits > 0) bytes.push((kept << (8 - keptBits)) | (0xff >>> keptBits));
  return Buffer.from(bytes);
}
