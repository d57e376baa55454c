import {
  ALERT_PRESETS,
  type AlertCondition,
  type AlertDraft,
  type AlertScope,
  alertDraft,
  FIGURES,
  type FigureId,
} from "../../main/contract/index.ts";
import { ruleName } from "./alert-text.ts";

/** A rule as entered in the form. */
export interface RuleForm {
  readonly name: string;
  readonly kind: AlertCondition["kind"];
  readonly figure: FigureId;
  /** null: each model */
  readonly model: string | null;
  /** NAME or NAME{label="value"} */
  readonly metric: string;
  readonly as: Extract<AlertCondition, { kind: "metric" }>["key"]["as"];
  readonly comparison: "over" | "under";
  /** Fractions as a percentage. */
  readonly threshold: string;
  readonly forSeconds: string;
  readonly scope: AlertScope;
  readonly severity: AlertDraft["severity"];
  readonly enabled: boolean;
}

export function toRuleForm(draft: AlertDraft, named: boolean): RuleForm {
  const { condition } = draft;
  const measured = "comparison" in condition ? condition : null;
  const figure = condition.kind === "figure" ? condition.figure : "waiting";
  const threshold = measured?.threshold ?? 0;
  return {
    name: named ? draft.name : "",
    kind: condition.kind,
    figure,
    model: "model" in condition ? condition.model : null,
    metric: condition.kind === "metric" ? metricText(condition.key) : "",
    as: condition.kind === "metric" ? condition.key.as : "value",
    comparison: measured?.comparison ?? "over",
    threshold: String(
      condition.kind === "figure"
        ? Number((threshold * shownFactor(figure)).toPrecision(12))
        : threshold,
    ),
    forSeconds: String(draft.forSeconds),
    scope: draft.scope,
    severity: draft.severity,
    enabled: draft.enabled,
  };
}

/** The first preset as the initial value. */
export function freshForm(): RuleForm {
  const [first] = ALERT_PRESETS;
  if (!first) throw new TypeError("there are no presets");
  return toRuleForm(first.rule, false);
}

export interface FormErrors {
  readonly metric?: string;
  readonly threshold?: string;
  readonly forSeconds?: string;
}

/** The rule, or its errors. */
export function readRuleForm(form: RuleForm): { rule: AlertDraft | null; errors: FormErrors } {
  const errors = findErrors(form);
  if (Object.keys(errors).length > 0) return { rule: null, errors };
  const condition = readCondition(form);
  if (!condition) return { rule: null, errors };
  const forSeconds = Number(form.forSeconds);
  const { scope, severity, enabled } = form;
  const name = form.name.trim() || ruleName({ condition, forSeconds }).slice(0, 100);
  const parsed = alertDraft.safeParse({ name, condition, scope, forSeconds, severity, enabled });
  return { rule: parsed.success ? parsed.data : null, errors };
}

function readCondition(form: RuleForm): AlertCondition | null {
  const { kind, figure, model, comparison, as } = form;
  const threshold = Number(form.threshold);
  switch (kind) {
    case "lost":
      return { kind };
    case "notReady":
      return { kind, model };
    case "figure":
      return { kind, figure, model, comparison, threshold: threshold / shownFactor(figure) };
    case "metric": {
      const metric = parseMetric(form.metric);
      return metric && { kind, key: { kind: "metric", ...metric, as }, comparison, threshold };
    }
  }
}

function findErrors(form: RuleForm): FormErrors {
  const measured = form.kind === "figure" || form.kind === "metric";
  const seconds = Number(form.forSeconds);
  return {
    ...(form.kind === "metric" &&
      !parseMetric(form.metric) && {
        metric: 'Give a metric\'s name, with labels where it has some: name{model="m"}.',
      }),
    ...(measured &&
      (form.threshold.trim() === "" || !Number.isFinite(Number(form.threshold))) && {
        threshold: `“${form.threshold}” is not a number.`,
      }),
    ...((!Number.isInteger(seconds) || seconds < 0 || seconds > 86_400) && {
      forSeconds: "Enter whole seconds from 0 to 86400 (one day).",
    }),
  };
}

function shownFactor(figure: FigureId): number {
  return FIGURES[figure].unit === "fraction" ? 100 : 1;
}

const METRIC = /^\s*([a-zA-Z_:][a-zA-Z0-9_:]*)\s*(?:\{(.*)\})?\s*$/;
const LABEL = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)/y;

/** Parses a metric in Prometheus's notation; null if invalid. */
export function parseMetric(text: string): { name: string; labels: Record<string, string> } | null {
  const [, name, inner = ""] = METRIC.exec(text) ?? [];
  if (name === undefined) return null;
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inner.length) {
    const [, label, value = ""] = LABEL.exec(inner) ?? [];
    if (label === undefined) return null;
    labels[label] = value.replace(/\\(["\\])/g, "$1");
  }
  return { name, labels };
}

function metricText({ name, labels }: { name: string; labels: Record<string, string> }): string {
  const inner = Object.entries(labels).map(
    ([label, value]) => `${label}="${value.replace(/["\\]/g, "\\$&")}"`,
  );
  return inner.length === 0 ? name : `${name}{${inner.join(",")}}`;
}
