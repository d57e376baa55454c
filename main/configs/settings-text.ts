import { StatusError } from "../../base/status-error.ts";
import {
  applyEdits,
  type ConfigPath,
  type ModelConfig,
  parseConfig,
  type QueuePolicy,
  removeValue,
  setValue,
} from "../../engine/config/index.ts";
import type { BatchingSettings } from "../contract/index.ts";

/** The parts of a configuration that determine batching. */
export function settingsFrom(config: ModelConfig, instances: number): BatchingSettings {
  const { max_batch_size, dynamic_batching: batching } = config;
  const policy = batching && defaultPolicy(config);
  return {
    maxBatchSize: max_batch_size,
    instances,
    batching: batching
      ? {
          preferred: batching.preferred_batch_size,
          delayUs: Number(batching.max_queue_delay_microseconds),
          queueSize: policy?.max_queue_size ?? 0,
          timeoutUs: Number(policy?.default_timeout_microseconds ?? 0),
          timeoutAction: policy?.timeout_action ?? "REJECT",
        }
      : null,
  };
}

/** The policy for requests without a priority. */
function defaultPolicy({ dynamic_batching: batching }: ModelConfig): QueuePolicy | undefined {
  if (!batching) return undefined;
  const level = String(batching.default_priority_level);
  const ofLevel = Number(batching.priority_levels) > 0 && batching.priority_queue_policy[level];
  return ofLevel || batching.default_queue_policy;
}

export interface TextChange {
  readonly from: BatchingSettings;
  readonly to: BatchingSettings;
  /** Enables the response cache; false keeps its setting. */
  readonly cache: boolean;
  /** As the server completed it. */
  readonly served: ModelConfig;
}

/** A config.pbtxt text in which only the differences between the two settings are changed (rule WHATIF-6). */
export function changedText(text: string, change: TextChange): string {
  return edits(text, change).reduce(
    (before, [path, value]) =>
      applyEdits(
        before,
        value === null ? removeValue(before, path) : setValue(before, path, value),
      ),
    text,
  );
}

type Edit = readonly [path: ConfigPath, value: unknown];

function edits(text: string, { from, to, cache, served }: TextChange): Edit[] {
  const result: Edit[] = [];
  if (to.maxBatchSize !== from.maxBatchSize) result.push([["max_batch_size"], to.maxBatchSize]);
  if (to.batching === null) {
    if (from.batching !== null) result.push([["dynamic_batching"], null]);
  } else result.push(...batchingEdits(from.batching, to.batching, served));
  if (to.instances !== from.instances) result.push(instanceEdit(text, to.instances, served));
  if (cache && !served.response_cache?.enable) result.push([["response_cache", "enable"], true]);
  return result;
}

type Batching = NonNullable<BatchingSettings["batching"]>;

function batchingEdits(from: Batching | null, to: Batching, served: ModelConfig): Edit[] {
  const result: Edit[] = from === null ? [[["dynamic_batching"], {}]] : [];
  const { preferred, delayUs, queueSize, timeoutUs } = from ?? {
    preferred: [],
    delayUs: 0,
    queueSize: 0,
    timeoutUs: 0,
  };
  if (JSON.stringify(preferred) !== JSON.stringify(to.preferred)) {
    const value = to.preferred.length > 0 ? to.preferred : null;
    result.push([["dynamic_batching", "preferred_batch_size"], value]);
  }
  if (delayUs !== to.delayUs) {
    result.push([["dynamic_batching", "max_queue_delay_microseconds"], to.delayUs]);
  }
  const policy = policyPath(served);
  if (queueSize !== to.queueSize) result.push([[...policy, "max_queue_size"], to.queueSize]);
  if (timeoutUs !== to.timeoutUs) {
    result.push([[...policy, "default_timeout_microseconds"], to.timeoutUs]);
  }
  return result;
}

/** Path of the policy for requests without a priority. */
function policyPath({ dynamic_batching: batching }: ModelConfig): ConfigPath {
  const level = String(batching?.default_priority_level ?? "");
  const isOfLevel =
    Number(batching?.priority_levels ?? 0) > 0 && batching?.priority_queue_policy[level];
  return isOfLevel
    ? ["dynamic_batching", "priority_queue_policy", level]
    : ["dynamic_batching", "default_queue_policy"];
}

/** A text without instance groups gets one of the served kind, so that nothing else changes. */
function instanceEdit(text: string, count: number, served: ModelConfig): Edit {
  const [group, ...others] = served.instance_group;
  if (others.length > 0) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Model '${served.name}' has several instance groups. Change their counts in its configuration.`,
    );
  }
  return parseConfig(text).config.instance_group.length > 0
    ? [["instance_group", 0, "count"], count]
    : [["instance_group", 0], { kind: group?.kind ?? "KIND_AUTO", count }];
}
