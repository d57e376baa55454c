import type { z } from "zod";
import type {
  RequestName,
  RequestResult,
  requests,
  TopicEvent,
  TopicName,
  topics,
} from "../contract/index.ts";

/** What a domain answers with: parsed parameters in, the contract's result out, StatusErrors thrown. */
export type RequestHandler<N extends RequestName> = (
  params: z.output<(typeof requests)[N]["params"]>,
  /** Aborts when the caller cancels or goes away. */
  signal: AbortSignal,
) => RequestResult<N> | Promise<RequestResult<N>>;

/** Where a topic puts its events for one subscriber. */
export interface TopicSink<E> {
  event(event: E): void;
  /** Ends the subscription. */
  error(error: unknown): void;
}

/**
 * Called once per subscriber; gives the present state as the first event, at once or as soon as it is known.
 * What it returns is disposed when the subscriber leaves. May throw a StatusError to reject.
 */
export type TopicHandler<N extends TopicName> = (
  params: z.output<(typeof topics)[N]["params"]>,
  sink: TopicSink<TopicEvent<N>>,
) => Disposable;

export type RequestHandlers = { readonly [N in RequestName]: RequestHandler<N> };
export type TopicHandlers = { readonly [N in TopicName]: TopicHandler<N> };

/** The part of the contract that one domain answers: `DomainHandlers<keyof typeof labRequests, keyof typeof labTopics>`. */
export interface DomainHandlers<R extends RequestName, T extends TopicName = never> {
  readonly requests: Pick<RequestHandlers, R>;
  readonly topics: Pick<TopicHandlers, T>;
}

export interface AllHandlers {
  readonly requests: RequestHandlers;
  readonly topics: TopicHandlers;
}
