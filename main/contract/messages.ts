import { z } from "zod";
import { STATUS_CODES, type StatusDetails } from "../../base/status-error.ts";
import type { Difference } from "./rpc/difference.ts";

/** What travels between renderer and host, the same on every transport. `id` is chosen by the renderer. */
export const clientMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("request"), id: z.number(), name: z.string(), params: z.unknown() }),
  z.object({ type: z.literal("cancel"), id: z.number() }),
  z.object({ type: z.literal("subscribe"), id: z.number(), name: z.string(), params: z.unknown() }),
  z.object({ type: z.literal("unsubscribe"), id: z.number() }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

export const wireError = z.object({
  code: z.enum(STATUS_CODES),
  message: z.string(),
  details: z.custom<StatusDetails>((value) => typeof value === "object" && value !== null),
});

export const hostMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("result"), id: z.number(), value: z.unknown() }),
  z.object({ type: z.literal("error"), id: z.number(), error: wireError }),
  z.object({ type: z.literal("event"), id: z.number(), value: z.unknown() }),
  /** An event as its difference from the one before; `sequence` counts from 1 after each complete one. */
  z.object({
    type: z.literal("change"),
    id: z.number(),
    sequence: z.number(),
    change: z.custom<Difference>(),
  }),
]);
export type HostMessage = z.infer<typeof hostMessage>;
export type WireError = z.infer<typeof wireError>;

/** A two-way pipe of messages: MessagePort, WebSocket or memory. */
export interface Transport<Out, In> {
  /** Bytes handed over and not yet on their way; absent where the pipe does not report it. */
  readonly buffered?: number;
  send(message: Out): void;
  onMessage(listener: (message: In) => void): void;
  onClose(listener: (reason: string) => void): void;
  close(): void;
}
