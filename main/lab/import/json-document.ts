import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import { experiment, PLAN_VERSION } from "../../contract/index.ts";
import { EXPERIMENT_FORMAT, EXPERIMENT_FORMAT_VERSION } from "../export/json.ts";
import { checkHistogram } from "./check-histogram.ts";
import { type NewImportedExperiment, refuse, shown } from "./imported.ts";
import { instant } from "./instant.ts";
import { checked } from "./schema-complaint.ts";
import { upgradeDocument } from "./version-1.ts";

const { createdAt: _createdAt, finishedAt: _finishedAt, ...fields } = experiment.shape;
const step = fields.steps.element.extend({ startedAt: instant });
const annotation = fields.annotations.element.extend({ time: instant });

const CHAT_TIMES = ["firstToken", "firstTokenFromSend", "betweenTokens", "perToken"] as const;

const document = z
  .object(fields)
  .omit({ id: true, importedFrom: true })
  .extend({
    createdAt: instant,
    finishedAt: instant.nullable(),
    steps: z.array(step).max(100_000),
    annotations: z.array(annotation).max(10_000),
    // Max length of annotations.
    tags: z.array(z.string().min(1).max(40)).max(20),
    note: z.string().max(20_000),
  });

/** The experiment of a JSON document of any version, as described in docs/experiment-format.md. */
export function readDocument(text: string, fileName: string): NewImportedExperiment {
  const raw = parse(text);
  if (raw.format !== EXPERIMENT_FORMAT) {
    refuse("format", `is ${shown(raw.format)}; it must be "${EXPERIMENT_FORMAT}".`);
  }
  const current = upgraded(raw);
  if (current.version !== EXPERIMENT_FORMAT_VERSION) {
    refuse(
      "version",
      `is ${shown(raw.version)}; this version of Batchdeck reads 1 to ${EXPERIMENT_FORMAT_VERSION}.`,
    );
  }
  const read = checked(document, current);
  read.steps.forEach(({ response, service, chat }, i) => {
    checkHistogram(response.histogram, `steps[${i}].response.histogram`);
    checkHistogram(service.histogram, `steps[${i}].service.histogram`);
    for (const name of CHAT_TIMES) {
      if (chat) checkHistogram(chat[name].histogram, `steps[${i}].chat.${name}.histogram`);
    }
  });
  return { ...read, ...ended(read), pinned: false, importedFrom: fileName };
}

/** Versions whose documents are unchanged in this one, but for the number. */
const EARLIER: ReadonlySet<unknown> = new Set([2, 3, 4]);

function upgraded(raw: Record<string, unknown>): Record<string, unknown> {
  if (raw["version"] === 1) return upgraded(upgradeDocument(raw));
  const isEarlier = EARLIER.has(raw["version"]);
  if (!isEarlier || typeof raw["plan"] !== "object") return raw;
  const plan = { ...raw["plan"], version: PLAN_VERSION };
  return { ...raw, version: EXPERIMENT_FORMAT_VERSION, plan };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    throw new StatusError("INVALID_ARGUMENT", `it is not JSON: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  return refuse(
    "it",
    `is ${text.trimStart()[0] === "[" ? "a list" : "no object"}; it must be a JSON object.`,
  );
}

/** An experiment exported while running does not run here. */
function ended({ state, reason }: Pick<NewImportedExperiment, "state" | "reason">) {
  if (state !== "running" && state !== "paused") return { state, reason };
  return { state: "interrupted" as const, reason: "It was exported before it had ended." };
}
