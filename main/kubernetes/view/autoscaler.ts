import type { Autoscaler } from "../../contract/index.ts";
import type { Condition, HorizontalPodAutoscaler, Metric, MetricValue } from "../objects.ts";

/** Describes an autoscaler of autoscaling/v2: its replicas, metrics and conditions. */
export function toAutoscaler({ metadata, spec, status }: HorizontalPodAutoscaler): Autoscaler {
  const current = status?.currentReplicas ?? 0;
  const least = spec?.minReplicas ?? 1;
  const most = spec?.maxReplicas ?? 0;
  const conditions = status?.conditions ?? [];
  const desired = desiredReplicas(status?.desiredReplicas ?? null, current, conditions);
  const measured = new Map(
    (status?.currentMetrics ?? []).map((each) => [identifyMetric(each), each]),
  );
  const metrics = (spec?.metrics ?? []).map((each) => {
    const target = findMetricSource(each)?.target;
    const now = findMetricSource(measured.get(identifyMetric(each)))?.current;
    return {
      name: identifyMetric(each),
      current: formatMetricValue(now, target),
      target: formatMetricValue(target, target),
    };
  });
  return {
    name: metadata.name,
    current,
    desired,
    least,
    most,
    metrics,
    conditions: conditions.map(({ type, status: met, reason = "", message = "" }) => ({
      type,
      met: met === "True",
      reason,
      message,
    })),
    words: scalingReason({ current, desired, least, most }, conditions),
  };
}

/** The field is also 0 where no decision was made, such as without metrics. */
function desiredReplicas(
  written: number | null,
  current: number,
  conditions: readonly Condition[],
): number | null {
  const isActive = conditions.some(
    ({ type, status }) => type === "ScalingActive" && status === "True",
  );
  return written === 0 && current > 0 && !isActive ? null : written;
}

/** ScalingActive, AbleToScale and ScalingLimited, in the order in which they decide. */
function scalingReason(
  { current, desired, least, most }: Pick<Autoscaler, "current" | "desired" | "least" | "most">,
  conditions: readonly Condition[],
): string {
  const find = (type: string) => conditions.find((each) => each.type === type);
  const active = find("ScalingActive");
  if (active?.status === "False")
    return `It does not scale: ${sentence(active.message ?? active.reason ?? "the cluster does not say why")}`;
  const able = find("AbleToScale");
  if (able?.status === "False") return `It cannot scale now: ${sentence(able.message ?? "")}`;
  const limited = find("ScalingLimited");
  if (desired === null) return "Its target is not known yet.";
  const moving =
    current === desired
      ? `It has the desired ${desired} replicas.`
      : `It goes from ${current} to ${desired} replicas.`;
  if (limited?.status !== "True") return moving;
  const bound =
    limited.reason === "TooManyReplicas"
      ? `Its metrics call for more than its maximum of ${most}.`
      : limited.reason === "TooFewReplicas"
        ? `Its metrics call for fewer than its minimum of ${least}.`
        : sentence(limited.message ?? "It is limited.");
  return `${moving} ${bound}`;
}

const SOURCES = ["resource", "containerResource", "pods", "object", "external"] as const;

function findMetricSource(metric: Metric | undefined) {
  if (!metric) return undefined;
  const kind = SOURCES.find((each) => metric[each] !== undefined);
  return kind && metric[kind];
}

function identifyMetric(metric: Metric): string {
  const source = findMetricSource(metric);
  return source?.metric?.name ?? source?.name ?? metric.type;
}

/** In the form of the target: a share of what is requested, an average per pod, or a value. */
function formatMetricValue(
  value: MetricValue | undefined,
  target: MetricValue | undefined,
): string {
  if (target?.averageUtilization !== undefined)
    return value?.averageUtilization === undefined ? "unknown" : `${value.averageUtilization} %`;
  const words = target?.averageValue !== undefined ? value?.averageValue : value?.value;
  if (words === undefined) return "unknown";
  return target?.averageValue !== undefined ? `${quantity(words)} per pod` : quantity(words);
}

/** Kubernetes writes 1500m for 1.5. */
function quantity(written: string): string {
  const milli = /^(-?\d+)m$/.exec(written)?.[1];
  return milli === undefined ? written : String(Number(milli) / 1000);
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
