export const kubernetesRequests = {};

export const kubernetesTopics = {};
