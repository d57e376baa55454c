import { StatusError } from "../../../base/status-error.ts";
import type { Experiment, ExperimentPlan, ModelDetail, StepPower } from "../../contract/index.ts";
import { formatAuthority, loadTarget } from "../../wire/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { chatSubject, prepareChat } from "../chat/prepare.ts";
import { isChat } from "../chat/specs.ts";
import type { HeldConfig, LabConfigs } from "../restore/lab-configs.ts";
import type { Restorer } from "../restore/restorer.ts";
import type { ServerEyes, Subject } from "../steps/subject.ts";
import type { Sizes } from "../../sizes/index.ts";
import { sendsJson } from "../../wire/exchange/index.ts";
import { checkSizes } from "./check-sizes.ts";
import { chooseConfigText, describeEnvironment } from "./environment.ts";
import type { Stage } from "./experiment-run.ts";
import { readDetail, NOTHING_HELD, refuseUnable, takesConfigs, reportsConfigs } from "./reach.ts";
import { type EventSource, serverProbe } from "./server-probe.ts";
import { checkVersions, trafficSpecs } from "./traffic-specs.ts";

/** The model that an experiment is about. */
export function mainModel({ traffic: [first] }: ExperimentPlan): string {
  return first?.model ?? "";
}

/** All models of the traffic, the main one first. */
export function listModels({ traffic }: ExperimentPlan): string[] {
  return [...new Set(traffic.map(({ model }) => model))];
}

/** Details of the traffic's models, in its order. */
export async function readDetails(
  server: ServerAdapter,
  plan: ExperimentPlan,
  signal?: AbortSignal,
): Promise<ModelDetail[]> {
  return await Promise.all(plan.traffic.map(({ model }) => readDetail(server, model, signal)));
}

/** The configuration of each model of a plan. */
export type HeldConfigs = ReadonlyMap<string, HeldConfig>;

/** A plan accepted for its server, with its environment. */
export interface Prepared {
  readonly held: HeldConfigs;
  readonly environment: Experiment["environment"];
}

export async function prepare(
  server: ServerAdapter,
  plan: ExperimentPlan,
  { configs, sizes }: { readonly configs: LabConfigs; readonly sizes: Sizes },
  signal: AbortSignal,
): Promise<Prepared> {
  if (isChat(plan)) {
    const held = new Map(listModels(plan).map((model) => [model, NOTHING_HELD]));
    return { held, environment: await prepareChat(server, plan, signal) };
  }
  refuseUnable(server, false);
  const details = await readDetails(server, plan, signal);
  trafficSpecs(plan, details, plan.wire === "http" && (await sendsJson(server)));
  // A candidate may serve other versions.
  if (plan.goal.kind !== "compare") checkVersions(plan, details);
  const target = await loadTarget(server, plan.wire);
  const held = await heldConfigs(server, plan, configs);
  refuseCandidates(plan, server, held.get(mainModel(plan)) as HeldConfig);
  await checkSizes(server, plan, details, { sizes, signal });
  const texts = plan.traffic.map(({ model }, index) => [
    model,
    reportsConfigs(server)
      ? chooseConfigText(held.get(model)?.text ?? "", details[index] as ModelDetail)
      : "",
  ]);
  const { [mainModel(plan)]: configText = "", ...otherConfigs } = Object.fromEntries(texts);
  const environment = describeEnvironment(server.status, configText, formatAuthority(target));
  const isMixture = Object.keys(otherConfigs).length > 0;
  return { held, environment: { ...environment, ...(isMixture && { otherConfigs }) } };
}

async function heldConfigs(
  server: ServerAdapter,
  plan: ExperimentPlan,
  configs: LabConfigs,
): Promise<Map<string, HeldConfig>> {
  const held = listModels(plan).map(
    async (model) =>
      [
        model,
        reportsConfigs(server) ? await configs.held({ serverId: server.id, model }) : NOTHING_HELD,
      ] as const,
  );
  return new Map(await Promise.all(held));
}

/** The model whose configuration changed since an experiment started; null if none did. */
export function changedSince(
  plan: ExperimentPlan,
  began: Experiment["environment"],
  now: Experiment["environment"],
): string | null {
  if (plan.goal.kind !== "compare" && now.configText !== began.configText) return mainModel(plan);
  const { otherConfigs: before } = began;
  const [, ...others] = listModels(plan);
  const isOther = (model: string) => before?.[model] !== now.otherConfigs?.[model];
  return (before && others.find(isOther)) ?? null;
}

function refuseCandidates({ goal }: ExperimentPlan, server: ServerAdapter, held: HeldConfig): void {
  if (goal.kind !== "compare") return;
  if (!takesConfigs(server)) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `${server.status.name} takes no configurations by call, so that configurations cannot be compared on it.`,
    );
  }
  const label = goal.candidates.find(({ configText }) => configText === null)?.label;
  if (label !== undefined && held.servedEtag === "") {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Candidate '${label}' is the active configuration, but the server reports none.`,
    );
  }
}

export interface StageDeps {
  readonly server: ServerAdapter;
  readonly plan: ExperimentPlan;
  readonly configs: LabConfigs;
  readonly restorer: Restorer;
  readonly events: EventSource;
  readonly gpuPower?: GpuPower | undefined;
}

/** Power of a server's GPUs between two instants, ms since the epoch; null where it is unknown. */
export type GpuPower = (serverId: string, from: number, to: number) => Promise<StepPower | null>;

export interface ServingStage extends Stage {
  /**
   * Activates `text`, after recording the active configuration. If the server rejects it, the error says `what` it was.
   */
  serve(text: string, note: string, what: string): Promise<void>;
}

/** `owner`: "experiment 7". `held`: the active configuration. `baseText`: what null means among the candidates. */
export function prepareStage(
  owner: string,
  { server, plan, configs, restorer, events, gpuPower }: StageDeps,
  held: HeldConfigs,
  baseText: string,
): ServingStage {
  const model = mainModel(plan);
  const expected = new Map([...held].map(([name, { servedEtag }]) => [name, servedEtag]));
  let isHeld = false;
  const serverPower: ServerEyes["power"] =
    gpuPower && ((from, to) => gpuPower(server.id, from, to));
  const etag = async (name: string) =>
    (await configs.held({ serverId: server.id, model: name })).servedEtag;
  const serve = async (text: string, note: string, what: string) => {
    if (!isHeld) await restorer.hold(owner, server.id, model);
    isHeld = true;
    restorer.applied(owner, null);
    try {
      const key = { serverId: server.id, model };
      await configs.tryOut(key, text, `${capitalized(owner)}: ${note}`);
    } catch (thrown) {
      const { code, message } = StatusError.from(thrown);
      throw new StatusError(code, `${what} cannot be applied: ${message}`, { cause: thrown });
    }
    const served = await etag(model);
    expected.set(model, served);
    restorer.applied(owner, served);
  };
  return {
    serve,
    subject: async (): Promise<Subject> => {
      if (isChat(plan)) return withPower(await chatSubject(server, plan, events), serverPower);
      const details = await readDetails(server, plan);
      const target = await loadTarget(server, plan.wire);
      const asJson = plan.wire === "http" && (await sendsJson(server));
      const traffic = trafficSpecs(plan, details, asJson);
      checkVersions(plan, details);
      const eyes = serverProbe(server, details[0] as ModelDetail, formatAuthority(target), events);
      return withPower({ plan, traffic, target, server: eyes }, serverPower);
    },
    reconfigured: async () => {
      if (isChat(plan) || !reportsConfigs(server)) return null;
      for (const [name, before] of expected) {
        const now = await etag(name).catch(() => "");
        if (now !== "" && before !== "" && now !== before) return name;
      }
      return null;
    },
    gone: async () => {
      try {
        await (isChat(plan) ? server.observe() : server.modelDetail(model));
        return null;
      } catch (thrown) {
        const { code, message } = StatusError.from(thrown);
        return isSilence(code) ? `${server.status.name} went away: ${message}` : null;
      }
    },
    apply: async (candidate, note) => {
      if (plan.goal.kind !== "compare") return;
      const { label, configText } = plan.goal.candidates[candidate] as {
        label: string;
        configText: string | null;
      };
      await serve(configText ?? baseText, note, `Candidate '${label}'`);
    },
    restore: () => restorer.restore(owner),
  };
}

const withPower = (subject: Subject, power: ServerEyes["power"]): Subject =>
  power ? { ...subject, server: { ...subject.server, power } } : subject;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isSilence = (code: string) => code === "UNAVAILABLE" || code === "DEADLINE_EXCEEDED";
