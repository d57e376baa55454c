import type { IpcMainEvent } from "electron";
import { messagePortTransport } from "../../main/contract/rpc/index.ts";
import type { HostMessage } from "../../main/contract/messages.ts";
import type { Host } from "../../main/host.ts";
import { isOwnPage } from "./navigation.ts";

/** Takes the port that a page sent, if it is one of ours, and gives it to the host once that has started. */
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
    // Why the host did not start is reported in a dialog; here the page only learns that nothing answers.
    port.close();
  }
}
