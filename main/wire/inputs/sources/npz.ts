import { Unzip, UnzipInflate } from "fflate";
import { invalid } from "./invalid.ts";

/** Compressed bytes are expanded in pieces, so that memory hardly exceeds the limit. */
const PIECE_BYTES = 65_536;
/** Signature of the record at the end of every zip archive. */
const END = Buffer.from("PK\x05\x06", "latin1");

/**
 * The .npy files of a .npz archive by array name, if `wanted` includes them. Together they have at most `most` bytes,
 * whatever the archive claims. INVALID_ARGUMENT, beginning with `place`, for a broken archive.
 */
export function unpackNpz(
  bytes: Uint8Array,
  place: string,
  { wanted, most }: { wanted: (array: string) => boolean; most: number },
): Map<string, Buffer> {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(END);
  if (end === -1) throw invalid(place, "it is no .npz archive, or its end is missing.");
  const arrays = new Map<string, Buffer>();
  const begun = new Set<string>();
  let total = 0;
  const unzip = new Unzip((file) => {
    const name = file.name.replace(/\.npy$/, "");
    if (!file.name.endsWith(".npy") || !wanted(name)) return;
    begun.add(name);
    const pieces: Uint8Array[] = [];
    file.ondata = (error, piece, final) => {
      if (error) throw error;
      total += piece.length;
      if (total > most) throw invalid(place, `its arrays have more than ${most} bytes.`);
      pieces.push(piece);
      if (final) arrays.set(name, Buffer.concat(pieces));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const to = Math.min(at + PIECE_BYTES, bytes.length);
      unzip.push(bytes.subarray(at, to), to === bytes.length);
    }
  } catch (error) {
    if ((error as Error).name === "StatusError") throw error;
    throw invalid(place, `it is no .npz archive, or broken: ${(error as Error).message}.`);
  }
  const broken = [...begun].find((name) => !arrays.has(name));
  if (broken !== undefined) throw invalid(place, `the archive ends within array '${broken}'.`);
  return arrays;
}
