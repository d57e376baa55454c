import type { z } from "zod";

/** A request with one response. The host validates both. */
export interface RequestDefinition<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly params: P;
  readonly result: R;
}

/** A stream of events while someone listens. The first event is the present state. */
export interface TopicDefinition<P extends z.ZodType = z.ZodType, E extends z.ZodType = z.ZodType> {
  readonly params: P;
  readonly event: E;
}

export function request<P extends z.ZodType, R extends z.ZodType>(
  params: P,
  result: R,
): RequestDefinition<P, R> {
  return { params, result };
}

export function topic<P extends z.ZodType, E extends z.ZodType>(
  params: P,
  event: E,
): TopicDefinition<P, E> {
  return { params, event };
}
