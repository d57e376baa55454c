import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { HttpResponse } from "./http-response.ts";

/** Responses up to this size are joined into one write. */
const JOINED_BYTES = 64 * 1024;

/** Writes a response, in one write if it is small. False if the socket's buffer is full. */
export function writeResponse(
  socket: Socket,
  { status, headers, body, sent }: HttpResponse,
  last: boolean,
): boolean {
  let length = 0;
  for (const part of body) length += part.byteLength;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  head += `Date: ${httpDate()}\r\nContent-Length: ${length}\r\n`;
  head += last ? "Connection: close\r\n\r\n" : "\r\n";
  if (length > JOINED_BYTES) {
    socket.cork();
    socket.write(head, "latin1");
    for (const part of body) socket.write(part);
    if (sent) socket.write("", () => sent());
    socket.uncork();
    return !socket.writableNeedDrain;
  }
  const bytes = Buffer.allocUnsafe(head.length + length);
  let at = bytes.write(head, 0, "latin1");
  for (const part of body) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return socket.write(bytes, sent && (() => sent()));
}

let dateText = "";

/** The header Date, formatted once a second. */
function httpDate(): string {
  if (dateText === "") {
    const now = new Date();
    dateText = now.toUTCString();
    setTimeout(() => (dateText = ""), 1000 - now.getMilliseconds()).unref();
  }
  return dateText;
}
