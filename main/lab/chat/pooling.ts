import { StatusError } from "../../../base/status-error.ts";
import type { Lengths, PoolingSource, Traffic } from "../../contract/index.ts";
import { checkRequestBytes, meanLength } from "../../wire/index.ts";

/** Approximate bytes of an English token, and of a request besides its texts. */
const BYTES_PER_TOKEN = 6;
const BYTES_PER_REQUEST = 400;

/** INVALID_ARGUMENT names what is invalid in requests for embeddings or a rerank. */
export function checkPooling(traffic: Traffic, source: PoolingSource): void {
  if (source.file) return;
  for (const [name, lengths] of namedLengths(source)) {
    if (lengths.kind !== "uniform" || lengths.least <= lengths.most) continue;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `${name}.least is ${lengths.least}, more than ${name}.most, ${lengths.most}.`,
    );
  }
  const tokens = (lengths: Lengths) => meanLength(lengths) * BYTES_PER_TOKEN;
  const own = source.kind === "rerank" ? source.documents : source.lengths;
  const query = source.kind === "rerank" ? tokens(source.queries) : 0;
  checkRequestBytes(
    traffic.distinctInputs,
    Math.ceil(query + tokens(own) * traffic.batchSize) + BYTES_PER_REQUEST,
  );
}

const namedLengths = (source: PoolingSource): (readonly [string, Lengths])[] =>
  source.kind === "rerank"
    ? [
        ["queries", source.queries],
        ["documents", source.documents],
      ]
    : [["lengths", source.lengths]];
