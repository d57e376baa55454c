import type { z } from "zod";
import { advisorRequests, advisorTopics } from "./advisor.ts";
import { alertRequests, alertTopics } from "./alerts.ts";
import { batchTopics } from "./batches.ts";
import { chatRequests, chatTopics } from "./chat.ts";
import { clientRequests, clientTopics } from "./clients.ts";
import { connectionRequests, connectionTopics } from "./connections.ts";
import { configRequests, configTopics } from "./configs.ts";
import { deployRequests, deployTopics } from "./deploy.ts";
import { downloadTopics } from "./downloads.ts";
import { fleetRequests, fleetTopics } from "./fleets.ts";
import { hostRequests, hostTopics } from "./host.ts";
import { kubernetesRequests, kubernetesTopics } from "./kubernetes.ts";
import { labRequests, labTopics } from "./lab/index.ts";
import { modelFileRequests } from "./model-files.ts";
import { modelUsageRequests } from "./model-usage.ts";
import { modelStateRequests, modelStateTopics } from "./model-state.ts";
import { observedRequests, observedTopics } from "./observed.ts";
import { repositoryRequests } from "./repositories.ts";
import { serverRequests, serverTopics } from "./servers.ts";
import { sizeRequests } from "./sizes.ts";
import { telemetryRequests, telemetryTopics } from "./telemetry.ts";
import { torchserveRequests } from "./torchserve.ts";
import { traceRequests, traceTopics } from "./traces.ts";
import { tritonSettingsRequests } from "./triton-settings.ts";
import { tuningRequests, tuningTopics } from "./tuning.ts";

export const requests = {
  ...hostRequests,
  ...repositoryRequests,
  ...serverRequests,
  ...connectionRequests,
  ...observedRequests,
  ...telemetryRequests,
  ...modelStateRequests,
  ...traceRequests,
  ...configRequests,
  ...modelFileRequests,
  ...modelUsageRequests,
  ...labRequests,
  ...clientRequests,
  ...sizeRequests,
  ...chatRequests,
  ...tritonSettingsRequests,
  ...tuningRequests,
  ...advisorRequests,
  ...alertRequests,
  ...fleetRequests,
  ...kubernetesRequests,
  ...deployRequests,
  ...torchserveRequests,
};

export const topics = {
  ...hostTopics,
  ...serverTopics,
  ...connectionTopics,
  ...observedTopics,
  ...telemetryTopics,
  ...batchTopics,
  ...configTopics,
  ...modelStateTopics,
  ...traceTopics,
  ...labTopics,
  ...clientTopics,
  ...chatTopics,
  ...tuningTopics,
  ...advisorTopics,
  ...alertTopics,
  ...fleetTopics,
  ...kubernetesTopics,
  ...deployTopics,
  ...downloadTopics,
};

export type RequestName = keyof typeof requests;
export type RequestParams<N extends RequestName> = z.input<(typeof requests)[N]["params"]>;
export type RequestResult<N extends RequestName> = z.output<(typeof requests)[N]["result"]>;

export type TopicName = keyof typeof topics;
export type TopicParams<N extends TopicName> = z.input<(typeof topics)[N]["params"]>;
export type TopicEvent<N extends TopicName> = z.output<(typeof topics)[N]["event"]>;

export * from "./advisor.ts";
export * from "./alerts.ts";
export * from "./batches.ts";
export * from "./chat.ts";
export * from "./clients.ts";
export * from "./configs.ts";
export * from "./connections.ts";
export * from "./deploy.ts";
export * from "./downloads.ts";
export * from "./figures.ts";
export * from "./fleet-ids.ts";
export * from "./fleets.ts";
export * from "./host.ts";
export * from "./kubernetes.ts";
export * from "./lab/index.ts";
export * from "./model-files.ts";
export * from "./observed.ts";
export * from "./model-state.ts";
export * from "./model-usage.ts";
export * from "./repositories.ts";
export * from "./servers.ts";
export * from "./shape-text.ts";
export * from "./sizes.ts";
export * from "./telemetry.ts";
export * from "./torchserve.ts";
export * from "./traces.ts";
export * from "./triton-settings.ts";
export * from "./tuning.ts";
export * from "./unreadable.ts";
