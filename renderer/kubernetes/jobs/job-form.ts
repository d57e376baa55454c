import type { ExperimentPlan, JobDraft, Workload } from "../../../main/contract/index.ts";

/** A job as entered in the form. */
export interface JobForm {
  readonly service: string;
  readonly model: string;
  readonly wire: JobDraft["wire"];
  readonly concurrencies: string;
  readonly seconds: string;
  readonly batchSize: string;
  readonly image: string;
  readonly cpu: string;
  readonly memory: string;
}

export type JobErrors = Readonly<Partial<Record<keyof JobForm, string>>>;

export function firstJob({ addresses }: Workload): JobForm {
  const [address] = addresses;
  return {
    service: address?.service ?? "",
    model: "",
    wire: address?.http === "" ? "grpc" : "http",
    concurrencies: "1, 2, 4, 8",
    seconds: "10",
    batchSize: "1",
    image: "",
    cpu: "2",
    memory: "1Gi",
  };
}

/** Errors by field; empty fields have none. */
export function jobErrors(form: JobForm): JobErrors {
  const wrong: Partial<Record<keyof JobForm, string>> = {};
  const levels = parseLevels(form.concurrencies);
  if (levels.length === 0 || levels.length > 16 || levels.some((each) => !isWhole(each, 1, 1024)))
    wrong.concurrencies = "Up to 16 whole numbers from 1 to 1024, separated by commas.";
  if (!isWhole(Number(form.seconds), 1, 600)) wrong.seconds = "A whole number from 1 to 600.";
  if (!isWhole(Number(form.batchSize), 1, 4096)) wrong.batchSize = "A whole number from 1 to 4096.";
  if (!/^\d+(\.\d+)?m?$/.test(form.cpu)) wrong.cpu = "Cores, e.g. 2 or 500m.";
  if (!/^\d+(Ki|Mi|Gi)$/.test(form.memory)) wrong.memory = "E.g. 512Mi or 1Gi.";
  return wrong;
}

/** A form that measures what an experiment did, over its protocol if the Service supports it. */
export function formLike(form: JobForm, plan: ExperimentPlan, { addresses }: Workload): JobForm {
  const address = addresses.find(({ service }) => service === form.service);
  const wanted = plan.wire === "http" ? "http" : "grpc";
  return {
    ...form,
    wire: address?.[wanted] === "" ? form.wire : wanted,
    model: [...new Set(plan.traffic.map(({ model }) => model))].join(", ").slice(0, 200),
  };
}

/** `plan`: an experiment's plan, replacing the load in the form. Null while the form is invalid or incomplete. */
export function toJobDraft(
  form: JobForm,
  contextId: number,
  workload: string,
  plan: ExperimentPlan | null,
): JobDraft | null {
  if (Object.keys(jobErrors(form)).length > 0) return null;
  if (form.model.trim() === "" || form.image.trim() === "") return null;
  return {
    id: contextId,
    workload,
    service: form.service,
    model: form.model.trim(),
    wire: form.wire,
    concurrencies: parseLevels(form.concurrencies),
    secondsPerStep: Number(form.seconds),
    batchSize: Number(form.batchSize),
    plan,
    image: form.image.trim(),
    cpu: form.cpu,
    memory: form.memory,
  };
}

function parseLevels(written: string): number[] {
  return written
    .split(/[\s,]+/)
    .filter((each) => each !== "")
    .map(Number);
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
