export const deployRequests = {};

export const deployTopics = {};
