import type { AllHandlers, RequestHandlers, TopicHandlers } from "../handlers.ts";

/** Handlers for the few names a test uses; the others do not exist. */
export function someHandlers(
  requests: Partial<RequestHandlers>,
  topics: Partial<TopicHandlers> = {},
): AllHandlers {
  return { requests: requests as RequestHandlers, topics: topics as TopicHandlers };
}
