export const fleetRequests = {};

export const fleetTopics = {};
