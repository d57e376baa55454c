import type {
  RequestName,
  RequestParams,
  RequestResult,
  TopicEvent,
  TopicName,
  TopicParams,
} from "./index.ts";

export type ConnectionState = "connecting" | "open" | "closed";

export interface SubscriptionHandlers<E> {
  event(event: E): void;
  /** The host failed and ended the subscription; it is not resumed automatically. */
  error?(error: Error): void;
}

/** The renderer's only way to the host. Errors are StatusErrors. */
export interface HostClient {
  request<N extends RequestName>(
    name: N,
    params: RequestParams<N>,
    options?: { signal?: AbortSignal },
  ): Promise<RequestResult<N>>;
  /** Subscriptions are made again by the client when a lost connection comes back. */
  subscribe<N extends TopicName>(
    name: N,
    params: TopicParams<N>,
    handlers: SubscriptionHandlers<TopicEvent<N>>,
  ): Disposable;
  readonly connection: ConnectionState;
  onConnection(listener: (state: ConnectionState) => void): Disposable;
  close(): void;
}
