import type { z } from "zod";
import { advisorRequests, advisorTopics } from "./advisor.ts";
import { batchTopics } from "./batches.ts";
import { clientRequests, clientTopics } from "./clients.ts";
import { configRequests, configTopics } from "./configs.ts";
import { hostRequests, hostTopics } from "./host.ts";
import { labRequests, labTopics } from "./lab/index.ts";
import { modelFileRequests } from "./model-files.ts";
import { modelStateRequests, modelStateTopics } from "./model-state.ts";
import { serverRequests, serverTopics } from "./servers.ts";
import { telemetryRequests, telemetryTopics } from "./telemetry.ts";
import { traceRequests, traceTopics } from "./traces.ts";
import { tuningRequests, tuningTopics } from "./tuning.ts";

export const requests = {
  ...hostRequests,
  ...serverRequests,
  ...telemetryRequests,
  ...modelStateRequests,
  ...traceRequests,
  ...configRequests,
  ...modelFileRequests,
  ...labRequests,
  ...clientRequests,
  ...tuningRequests,
  ...advisorRequests,
};

export const topics = {
  ...hostTopics,
  ...serverTopics,
  ...telemetryTopics,
  ...batchTopics,
  ...configTopics,
  ...modelStateTopics,
  ...traceTopics,
  ...labTopics,
  ...clientTopics,
  ...tuningTopics,
  ...advisorTopics,
};

export type RequestName = keyof typeof requests;
export type RequestParams<N extends RequestName> = z.input<(typeof requests)[N]["params"]>;
export type RequestResult<N extends RequestName> = z.output<(typeof requests)[N]["result"]>;

export type TopicName = keyof typeof topics;
export type TopicParams<N extends TopicName> = z.input<(typeof topics)[N]["params"]>;
export type TopicEvent<N extends TopicName> = z.output<(typeof topics)[N]["event"]>;

export * from "./advisor.ts";
export * from "./batches.ts";
export * from "./clients.ts";
export * from "./configs.ts";
export * from "./host.ts";
export * from "./lab/index.ts";
export * from "./model-files.ts";
export * from "./model-state.ts";
export * from "./servers.ts";
export * from "./telemetry.ts";
export * from "./traces.ts";
export * from "./tuning.ts";
