import { z } from "zod";
import { StatusError } from "../../base/status-error.ts";
import { type RequestName, requests, type TopicName, topics } from "../contract/index.ts";

export function isRequest(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topics, name);
}

export function unknownName(kind: "request" | "topic", name: string): StatusError {
  return new StatusError("UNIMPLEMENTED", `This host has no ${kind} '${name}'.`);
}

/** Parses a caller's parameters; throws INVALID_ARGUMENT with field and reason. */
export function parseParams(name: string, schema: z.ZodType, params: unknown): never {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data as never;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `The parameters of '${name}' are wrong: ${z.prettifyError(parsed.error)}`,
  );
}

/** Parses a value of the host before it is sent, dropping fields that aren't in the contract; throws INTERNAL if it is invalid. */
export function parseOwn(name: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StatusError(
    "INTERNAL",
    `The host's answer to '${name}' breaks the contract: ${z.prettifyError(parsed.error)}`,
  );
}
