export const MOST_HEAD_BYTES = 64 * 1024;

/** What the server sent is not an HTTP/1.1 response that can be read. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}
