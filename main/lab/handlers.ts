import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { Experiment, labRequests, labTopics } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { EMBEDDED_ID, type ServerDirectory } from "../servers/index.ts";
import type { Sizes } from "../sizes/index.ts";
import { formatEndpoint, readTrace, summarizeTrace } from "../wire/index.ts";
import { isRead, pinTraces } from "./chat/pin-traces.ts";
import { suggestChat } from "./chat/suggest.ts";
import { compareSides, type Side } from "./comparison/sides.ts";
import { exportExperiment } from "./export/export.ts";
import { importExperiment } from "./import/index.ts";
import { inputWarnings } from "./input-warnings.ts";
import { perfAnalyzerCommand } from "./perf-analyzer-command.ts";
import { previewPlan } from "./preview.ts";
import type { Experiments } from "./runs/experiments.ts";
import { readDetail, refuseUnable, takesChat, takesTensors } from "./runs/reach.ts";
import { serverNotes, serverWarnings } from "./server-warnings.ts";
import { shellCommand } from "./shell-command.ts";
import type { ExperimentStore } from "./store/experiment-store.ts";
import { stepAtKnee } from "./step-at-knee.ts";
import { suggestPlan } from "./suggest.ts";
import type { Traffic } from "./traffic.ts";
import type { MeasurementLock } from "./measurement-lock.ts";
import type { Watches } from "./watches/watches.ts";
import { decodeHistogram, spectrum } from "./statistics/index.ts";

export interface HandlerDeps {
  readonly servers: ServerDirectory;
  readonly store: ExperimentStore;
  readonly experiments: Experiments;
  readonly turn: MeasurementLock;
  readonly traffic: Traffic;
  readonly watches: Watches;
  readonly sizes: Sizes;
  readonly events: EventSink;
  readonly clock: Clock;
}

/** Request handlers of the lab. */
export function labHandlers({
  servers,
  store,
  experiments,
  turn,
  traffic,
  watches,
  sizes,
  events,
  clock,
}: HandlerDeps): DomainHandlers<keyof typeof labRequests, keyof typeof labTopics> {
  const toSide = ({ id, ...rest }: { id: number } & Omit<Side, "experiment">): Side => ({
    experiment: store.get(id),
    ...rest,
  });
  const saidLost = new Set<number>();
  const lost = (id: number, { message }: StatusError) => {
    if (saidLost.has(id)) return;
    saidLost.add(id);
    const more = `It is not listed; its page, /experiments/${id}, can delete it.`;
    events.emit({ level: "warning", source: "lab", message: `${message} ${more}` });
  };
  return {
    requests: {
      "lab.suggest": async ({ serverId, model }, signal) => {
        const server = servers.get(serverId);
        if (takesChat(server) && !takesTensors(server)) return suggestChat(serverId, model);
        refuseUnable(server, false);
        const detail = await readDetail(server, model, signal);
        const known =
          server.id === EMBEDDED_ID
            ? await sizes.find(server, detail, signal)
            : await sizes.get(server, detail);
        return suggestPlan(detail, server.status.endpoints, known);
      },
      "lab.requestTrace": async ({ path, format, from, until, sample }, signal) =>
        summarizeTrace(await readTrace({ path, format, sample }, signal), { path, from, until }),
      "lab.preview": async ({ plan: given }, signal) => {
        const plan = isRead(given) ? given : await pinTraces(given, signal);
        const preview = previewPlan(plan);
        const ofInputs = await inputWarnings(plan);
        const server = servers.get(plan.serverId);
        const ofServer = await serverWarnings(server, plan);
        return {
          ...preview,
          notes: [...preview.notes, ...serverNotes(server, plan)],
          warnings: [...ofInputs, ...preview.warnings, ...ofServer],
        };
      },
      "lab.start": async ({ plan, name }, signal) => ({
        id: await experiments.start(plan, name, signal),
      }),
      "lab.resume": async ({ id }, signal) => {
        await experiments.resume(id, signal);
        return {};
      },
      "lab.pause": ({ id }) => {
        experiments.pause(id);
        return {};
      },
      "lab.cancel": async ({ id }) => {
        await experiments.cancel(id);
        return {};
      },
      "lab.adjust": ({ id, value }) => {
        experiments.adjust(id, value);
        return {};
      },
      "lab.list": (query) => store.list(query, lost),
      "lab.get": ({ id }) => store.get(id),
      "lab.update": ({ id, name, ...update }) => {
        store.update(id, { ...update, ...(name !== undefined && { name: named(name) }) });
        experiments.changed();
        return {};
      },
      "lab.annotate": ({ id, step, text }) => {
        const { steps } = store.get(id);
        if (step !== null && !steps[step]) {
          throw new StatusError(
            "INVALID_ARGUMENT",
            `step is ${step}, but experiment ${id} has ${steps.length} steps, from 0.`,
          );
        }
        const annotation = store.annotate(id, step, text, clock.now());
        experiments.changed();
        return annotation;
      },
      "lab.removeAnnotation": ({ id, annotation }) => {
        store.removeAnnotation(id, annotation);
        experiments.changed();
        return {};
      },
      "lab.remove": ({ id }) => {
        refuseRemoval(id, experiments, watches);
        store.remove(id);
        experiments.changed();
        return {};
      },
      "lab.compare": ({ before, after }) => compareSides(toSide(before), toSide(after)),
      "lab.spectrum": ({ id, step }) => stepSpectrum(store.get(id), step),
      "lab.knee": ({ id }) => ({ step: stepAtKnee(store.get(id)) }),
      "lab.command": ({ plan }) => {
        const { status } = servers.get(plan.serverId);
        const address = formatEndpoint(status, plan.wire);
        const overHttp = plan.wire === "http" || plan.wire === "openai";
        const https = status.secure && overHttp ? `https://${address}` : address;
        const grpcs = status.secure && !overHttp ? `grpcs://${address}` : https;
        const { command: perfAnalyzer, differences } = perfAnalyzerCommand(plan, https);
        const left = status.secure ? [LEFT_OUT] : [];
        return {
          command: shellCommand(plan, grpcs),
          perfAnalyzer,
          differences: [...left, ...differences],
        };
      },
      "lab.export": ({ id, format }) => exportExperiment(store.get(id), format),
      "lab.import": ({ fileName, content, records }) => {
        const id = store.insert(importExperiment(fileName, content, clock.now(), records));
        experiments.changed();
        return { id };
      },
      "lab.watches": () => watches.list(),
      "lab.addWatch": (watch) => ({ id: watches.add(watch) }),
      "lab.setWatch": ({ id, enabled, everyMinutes }) => {
        watches.set(id, enabled, everyMinutes);
        return {};
      },
      "lab.removeWatch": ({ id }) => {
        watches.remove(id);
        return {};
      },
      "traffic.start": async ({ serverId, ...request }, signal) => {
        const allowed = () => turn.refuse("traffic would disturb it");
        return await traffic.start(servers.get(serverId), request, signal, allowed);
      },
      "traffic.stop": async () => await traffic.stop(),
    },
    topics: {
      "lab.progress": ({ id }, sink) =>
        experiments.onProgress(id, (progress) => sink.event(progress)),
      "lab.changed": (_params, sink) => {
        sink.event({ count: store.count() });
        return experiments.onChanged(() => sink.event({ count: store.count() }));
      },
      "lab.turn": (_params, sink) => {
        sink.event({ holder: turn.holder, isQuiet: turn.isQuiet });
        return turn.onChanged((holder) => sink.event({ holder, isQuiet: turn.isQuiet }));
      },
      "traffic.state": (_params, sink) => {
        sink.event(traffic.state);
        return traffic.onState((state) => sink.event(state));
      },
    },
  };
}

const LEFT_OUT =
  "The connection is encrypted: certificates, keys and headers are left out of the commands; give them by --ssl-https- or --ssl-grpc- flags and -H.";

function refuseRemoval(id: number, experiments: Experiments, watches: Watches): void {
  if (experiments.running?.id === id) {
    throw new StatusError("FAILED_PRECONDITION", `Experiment ${id} is running; cancel it first.`);
  }
  const [watch] = watches.of(id);
  if (watch) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Experiment ${id} is the baseline of the watch '${watch.name}'; remove that first.`,
    );
  }
}

function named(name: string): string {
  if (name.trim() !== "") return name.trim();
  throw new StatusError("INVALID_ARGUMENT", "name is empty; give the experiment a name.");
}

/** [percentile, response ms, service ms] of a step, as far as its sample supports. */
function stepSpectrum(experiment: Experiment, index: number): [number, number, number][] {
  const step = experiment.steps[index];
  if (!step) {
    throw new StatusError("NOT_FOUND", `Experiment ${experiment.id} has no step ${index}.`);
  }
  const service = decodeHistogram(step.service.histogram);
  return spectrum(decodeHistogram(step.response.histogram)).map(([percentile, micros]) => [
    percentile,
    micros / 1000,
    service.getValueAtPercentile(percentile) / 1000,
  ]);
}
