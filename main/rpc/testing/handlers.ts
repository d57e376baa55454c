import type { AllHandlers, RequestHandlers, TopicHandlers } from "../handlers.ts";

/** Handlers for the names that a test uses; the others are missing. */
export function someHandlers(
  requests: Partial<RequestHandlers>,
  topics: Partial<TopicHandlers> = {},
): AllHandlers {
  return { requests: requests as RequestHandlers, topics: topics as TopicHandlers };
}
