import type { z } from "zod";
import type {
  RequestName,
  RequestResult,
  requests,
  TopicEvent,
  TopicName,
  topics,
} from "../contract/index.ts";

/** Handles a request of the contract with parsed parameters. Throws StatusErrors. */
export type RequestHandler<N extends RequestName> = (
  params: z.output<(typeof requests)[N]["params"]>,
  /** Aborts when the caller cancels or disconnects. */
  signal: AbortSignal,
) => RequestResult<N> | Promise<RequestResult<N>>;

/** Receives a topic's events for one subscriber. */
export interface TopicSink<E> {
  event(event: E): void;
  /** Ends the subscription. */
  error(error: unknown): void;
}

/**
 * Called once per subscriber; emits the current state as the first event, at once or as soon as it is known. Its result is
 * disposed when the subscriber leaves. May throw a StatusError to reject.
 */
export type TopicHandler<N extends TopicName> = (
  params: z.output<(typeof topics)[N]["params"]>,
  sink: TopicSink<TopicEvent<N>>,
) => Disposable;

export type RequestHandlers = { readonly [N in RequestName]: RequestHandler<N> };
export type TopicHandlers = { readonly [N in TopicName]: TopicHandler<N> };

/** One domain's part of the contract: `DomainHandlers<keyof typeof labRequests, keyof typeof labTopics>`. */
export interface DomainHandlers<R extends RequestName, T extends TopicName = never> {
  readonly requests: Pick<RequestHandlers, R>;
  readonly topics: Pick<TopicHandlers, T>;
}

export interface AllHandlers {
  readonly requests: RequestHandlers;
  readonly topics: TopicHandlers;
}
