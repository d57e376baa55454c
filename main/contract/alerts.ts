export const alertRequests = {};

export const alertTopics = {};
