import { z } from "zod";
import { connectionWith } from "../../contract/index.ts";

/** Where a secret is: in the host's vault, or in an environment variable of the host. */
export const secretReference = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("vault"), id: z.string() }),
  z.object({
    kind: z.literal("environment"),
    variable: z.string(),
    /** A list named it, and no one here has said yet that the server may have it. */
    unconfirmed: z.literal(true).optional(),
  }),
]);
export type SecretReference = z.infer<typeof secretReference>;

/** How a server is reached, as it is stored: secrets by reference, addresses as they were written. */
export const connection = connectionWith(secretReference);
export type Connection = z.infer<typeof connection>;

type Addresses = Pick<Connection, "grpc" | "http" | "metrics">;

/** One without encryption or secrets. */
export function plainConnection(
  addresses: Addresses,
  kind: Connection["kind"] = "auto",
): Connection {
  return {
    name: "",
    kind,
    ...addresses,
    tls: null,
    auth: { kind: "none" },
    headers: [],
    proxy: "",
  };
}
