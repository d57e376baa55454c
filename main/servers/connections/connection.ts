import { z } from "zod";
import { connectionWith } from "../../contract/index.ts";

/** Where a secret is stored: in the host's vault, or in an environment variable of the host. */
export const secretReference = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("vault"), id: z.string() }),
  z.object({
    kind: z.literal("environment"),
    variable: z.string(),
    /** An imported list named it, and the user hasn't confirmed yet that the server may receive it. */
    unconfirmed: z.literal(true).optional(),
  }),
]);
export type SecretReference = z.infer<typeof secretReference>;

/** A stored connection: secrets by reference, addresses as entered. */
export const connection = connectionWith(secretReference);
export type Connection = z.infer<typeof connection>;

type Addresses = Pick<Connection, "grpc" | "http" | "metrics">;

/** A connection without encryption or secrets. */
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
