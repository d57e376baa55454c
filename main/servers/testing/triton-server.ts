import type { Clock } from "../../../base/clock.ts";
import { RemoteServer } from "../remote-server.ts";
import { type TritonAddress, tritonConnector } from "../triton-connector.ts";

/** A Triton-like server without encryption that every call contacts. */
export function tritonServer(
  { name, ...address }: TritonAddress & { readonly name: string },
  clock: Clock,
): RemoteServer {
  return new RemoteServer({ id: address.id, name }, tritonConnector(address), clock, null);
}
