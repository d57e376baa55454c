import type { WebSocket } from "ws";

/** Pings in a row without an answer. */
const MAX_UNANSWERED_PINGS = 3;

/**
 * Cuts a WebSocket whose other end answered pings (RFC 6455 section 5.5.2) and says nothing any more, as after a change of
 * networks. One that never answered any is left alone, and so is one that is held back or that still has to take what was
 * sent: its end may be busy. `cut` hears after how many seconds.
 */
export function cutWhenSilent(
  webSocket: WebSocket,
  pingMs: number,
  cut: (seconds: number) => void,
): void {
  let answers = false;
  let unanswered = 0;
  const heard = () => {
    unanswered = 0;
  };
  webSocket.on("pong", () => {
    answers = true;
    heard();
  });
  webSocket.on("message", heard);
  const timer = setInterval(() => {
    if (webSocket.readyState !== webSocket.OPEN) return;
    if (webSocket.isPaused || webSocket.bufferedAmount > 0) return heard();
    if (answers && unanswered >= MAX_UNANSWERED_PINGS) {
      cut((unanswered * pingMs) / 1000);
      return webSocket.terminate();
    }
    unanswered++;
    webSocket.ping();
  }, pingMs);
  webSocket.once("close", () => clearInterval(timer));
}
