import type { Page } from "@playwright/test";
import type { FleetDraft } from "../../main/contract/index.ts";
import type { DoubleAddress } from "./doubles.ts";

/** Creates a fleet with these replicas through a separate connection to the host. */
export function addFleet(
  page: Page,
  url: string,
  addresses: readonly DoubleAddress[],
): Promise<void> {
  const fleet: FleetDraft = {
    name: "Fleet",
    kind: "triton",
    tls: null,
    auth: { kind: "none" },
    headers: [],
    proxy: "",
    members: {
      kind: "listed",
      members: addresses.map(({ grpc, metrics }, index) => ({
        name: `gpu-${String(index + 1).padStart(3, "0")}`,
        grpc,
        http: "",
        metrics,
      })),
    },
  };
  const token = /token=([\w-]+)/.exec(url)?.[1] ?? "";
  return page.evaluate(
    ([params, key]) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/rpc`, ["batchdeck.v1", `token.${key}`]);
        const ask = { type: "request", id: 1, name: "fleets.add", params };
        socket.addEventListener("open", () => socket.send(JSON.stringify(ask)));
        socket.addEventListener("close", () =>
          reject(new Error("The host closed the connection.")),
        );
        socket.addEventListener("message", ({ data }) => {
          const answer = JSON.parse(String(data)) as { type: string };
          if (answer.type === "result") resolve();
          else reject(new Error(String(data)));
          socket.close();
        });
      }),
    [fleet, token] as const,
  );
}
