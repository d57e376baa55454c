export const MAX_HEAD_BYTES = 64 * 1024;

/** The server's bytes are not a valid HTTP/1.1 response. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}
