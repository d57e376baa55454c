import type { IpcMainEvent } from "electron";
import { messagePortTransport } from "../../main/contract/rpc/index.ts";
import type { HostMessage } from "../../main/contract/messages.ts";
import type { Host } from "../../main/host.ts";
import { isOwnPage } from "./navigation.ts";

/**
 * Accepts the port of a page, if it is one of ours, and passes it to the host once that has
 * started.
 */
export async function acceptPage(
  event: IpcMainEvent,
  host: Promise<Pick<Host, "handle">>,
): Promise<void> {
  const [port, ...rest] = event.ports;
  for (const each of rest) each.close();
  if (!port) return;
  const frame = event.senderFrame;
  if (!frame || frame.parent !== null || !isOwnPage(frame.url)) return port.close();
  try {
    (await host).handle(messagePortTransport<HostMessage, unknown>(port));
  } catch {
    // A dialog reports why the host did not start; here the page only gets disconnected.
    port.close();
  }
}
