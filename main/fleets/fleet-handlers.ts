import type { Clock } from "../../base/clock.ts";
import {
  type fleetRequests,
  type FleetSummary,
  type fleetTopics,
  parseFleetServerId,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { DomainHandlers, TopicSink } from "../rpc/index.ts";
import { toFigures, mergeDeltas } from "../telemetry/index.ts";
import { toDefinition, type SecretKeeping, toShownFleet } from "./definition.ts";
import { findDrift } from "./drift.ts";
import type { Fleet } from "./fleet.ts";
import type { Fleets } from "./fleets.ts";
import { makeGrid, groupConfigurations } from "./grid.ts";
import { PollTimer } from "./poll-timer.ts";
import type { Rollouts } from "./rollouts/rollouts.ts";

/** Minimum time between two updates of a page, ms. */
const GRID_MS = 1000;
const SLOW_MS = 2000;
const TOTALS_MS = 5000;

export interface FleetHandlersParts {
  readonly fleets: Fleets;
  readonly rollouts: Rollouts;
  readonly secrets: SecretKeeping;
  readonly events: EventSink;
  readonly clock: Clock;
}

export function fleetHandlers({
  fleets,
  rollouts,
  secrets,
  events,
  clock,
}: FleetHandlersParts): DomainHandlers<keyof typeof fleetRequests, keyof typeof fleetTopics> {
  const emitEvent = (message: string) => events.emit({ level: "info", source: "fleets", message });

  /** Emits a fleet's state now and after each change; fails when the fleet is removed. */
  const follow = <E>(id: number, ms: number, sink: TopicSink<E>, state: (fleet: Fleet) => E) => {
    const fleet = fleets.get(id);
    const owned = new DisposableStack();
    const pulse = owned.use(new PollTimer(clock, ms, () => sink.event(state(fleet))));
    sink.event(state(fleet));
    owned.use(fleet.onChanged(() => pulse.nudge()));
    owned.use(fleets.configurations.onRead(() => pulse.nudge()));
    owned.use(
      fleets.onChanged(() => {
        if (!fleets.list().includes(fleet)) sink.error(goneError(fleets, id));
        else pulse.nudge();
      }),
    );
    return owned;
  };

  return {
    requests: {
      "fleets.add": async (draft) => {
        const fleet = fleets.add(await toDefinition(draft, secrets, null));
        emitEvent(`The fleet ${fleet.name} was created.`);
        return { fleetId: fleet.id };
      },
      "fleets.edit": async ({ fleetId, fleet: draft }) => {
        rollouts.refuseDuringRollout(fleetId, "changed");
        const before = fleets.get(fleetId).definition;
        const after = await toDefinition(draft, secrets, before);
        fleets.edit(fleetId, after);
        secrets.forget(before.template, after.template);
        emitEvent(`The fleet ${after.template.name} was changed.`);
        return {};
      },
      "fleets.fleet": ({ fleetId }) =>
        toShownFleet(fleetId, fleets.get(fleetId).definition, secrets),
      "fleets.remove": ({ fleetId }) => {
        const { name, definition } = fleets.get(fleetId);
        rollouts.refuseDuringRollout(fleetId, "removed");
        fleets.remove(fleetId);
        secrets.forget(definition.template, null);
        emitEvent(`The fleet ${name} was removed.`);
        return {};
      },
      "fleets.removeUnreadable": ({ id }) => {
        const { name, stored } = fleets.removeUnreadable(id);
        secrets.forgetIn(stored);
        emitEvent(`The unreadable fleet ${name} was removed.`);
        return {};
      },
      "fleets.readConfigurations": ({ fleetId }) => {
        fleets.get(fleetId).readConfigurations();
        return {};
      },
    },
    topics: {
      "fleets.list": (_params, sink) => {
        const owned = new DisposableStack();
        const publish = () => sink.event(fleets.list().map((fleet) => summarize(fleet, fleets)));
        const pulse = owned.use(new PollTimer(clock, SLOW_MS, publish));
        let watching = new DisposableStack();
        const watch = () => {
          watching.dispose();
          watching = new DisposableStack();
          for (const fleet of fleets.list()) watching.use(fleet.onChanged(() => pulse.nudge()));
        };
        watch();
        publish();
        owned.defer(() => watching.dispose());
        owned.use(fleets.configurations.onRead(() => pulse.nudge()));
        owned.use(
          fleets.onChanged(() => {
            watch();
            publish();
          }),
        );
        return owned;
      },
      "fleets.unreadable": (_params, sink) => {
        const publish = () => sink.event(fleets.unreadable());
        publish();
        return fleets.onChanged(publish);
      },
      "fleets.grid": ({ fleetId, figure }, sink) => {
        const owned = follow(fleetId, GRID_MS, sink, (fleet) =>
          makeGrid(fleet, figure, groupConfigurations(fleet, fleets.configurations), clock.now()),
        );
        owned.use(fleets.get(fleetId).watch());
        return owned;
      },
      "fleets.drift": ({ fleetId }, sink) =>
        follow(fleetId, SLOW_MS, sink, (fleet) => findDrifts(fleet, fleets)),
      "fleets.skew": ({ fleetId }, sink) =>
        follow(fleetId, SLOW_MS, sink, (fleet) =>
          fleet.shares.skews(
            servedBy(fleet),
            clock.now(),
            (key) => fleet.replica(key)?.member.name ?? key,
          ),
        ),
      "fleets.replica": ({ serverId }, sink) => watchReplica(fleets, serverId, sink),
      "fleets.totals": ({ fleetId }, sink) =>
        follow(fleetId, TOTALS_MS, sink, ({ replicas }) =>
          toFigures(
            mergeDeltas(replicas.flatMap(({ live, seen }) => (live && seen ? [seen.recent] : []))),
          ),
        ),
    },
  };
}

function goneError(fleets: Fleets, id: number): unknown {
  try {
    fleets.get(id);
  } catch (error) {
    return error;
  }
  return null;
}

function findDrifts(fleet: Fleet, { configurations }: Fleets) {
  return fleet.models.map((model) =>
    findDrift(
      model,
      fleet.replicas
        .filter(({ models }) => models.some(({ name }) => name === model))
        .map(({ key, server }) => ({ replica: key, read: configurations.of(server.id, model) })),
    ),
  );
}

/** Live replicas that serve each model. */
function servedBy({ models, replicas }: Fleet): Map<string, string[]> {
  return new Map(
    models.map((model) => [
      model,
      replicas
        .filter(
          ({ live, models: served }) =>
            live && served.some(({ name, state }) => name === model && state === "ready"),
        )
        .map(({ key }) => key),
    ]),
  );
}

function summarize(fleet: Fleet, fleets: Fleets): FleetSummary {
  const { id, name, definition, replicas, problem } = fleet;
  const grid = makeGrid(fleet, "requestsPerSecond", () => null, 0);
  return {
    id,
    name,
    members: definition.members,
    replicas: replicas.length,
    live: replicas.filter(({ live }) => live).length,
    drifting: findDrifts(fleet, fleets)
      .filter(({ groups }) => groups.length > 1)
      .map(({ model }) => model),
    requestsPerSecond: grid.total,
    problem,
  };
}

function watchReplica(
  fleets: Fleets,
  serverId: string,
  sink: TopicSink<ReturnType<typeof findStatus>>,
): Disposable {
  const owned = new DisposableStack();
  let watching: Disposable | null = null;
  let lastText: string | null = null;
  const publish = () => {
    const status = findStatus(fleets, serverId);
    const text = JSON.stringify(status);
    if (text !== lastText) sink.event(status);
    lastText = text;
  };
  const watch = () => {
    watching?.[Symbol.dispose]();
    const fleet = fleets.list().find(({ id }) => parseFleetServerId(serverId)?.fleet === id);
    watching = fleet?.onChanged(publish) ?? null;
    publish();
  };
  watch();
  owned.use(fleets.onChanged(watch));
  owned.defer(() => watching?.[Symbol.dispose]());
  return owned;
}

function findStatus(fleets: Fleets, serverId: string) {
  for (const fleet of fleets.list())
    for (const { server } of fleet.replicas) if (server.id === serverId) return server.status;
  return null;
}
