import { StatusError } from "../../base/status-error.ts";
import type { LaunchContainer, launchRequests, launchTopics } from "../contract/index.ts";
import type { Lab } from "../lab/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { flagList } from "./workload/flag-list.ts";
import type { WorkloadContainer } from "./workload/source.ts";
import { KNOWN_FLAGS } from "./flags/index.ts";
import { Launches, type LaunchesParts } from "./launches.ts";

type LaunchFlagsDomain = DomainHandlers<keyof typeof launchRequests, keyof typeof launchTopics> &
  AsyncDisposable;

interface LaunchFlagsParts extends Omit<LaunchesParts, "compare" | "lab"> {
  readonly lab: Lab;
}

/** Comparisons of flags that need a restart; SPEC.md. */
export function startLaunchFlags(parts: LaunchFlagsParts): LaunchFlagsDomain {
  const { lab, workloads } = parts;
  const never = new AbortController().signal;
  const launches = new Launches({
    ...parts,
    compare: async (before, after) =>
      await lab.requests["lab.compare"]({ before: { id: before }, after: { id: after } }, never),
  });
  return {
    requests: {
      "launches.flags": ({ product }) => {
        const { flags, source } = KNOWN_FLAGS[product];
        return { flags: [...flags], source };
      },
      "launches.workload": async (place, signal) => {
        const [state, missing] = await Promise.all([
          workloads.read(place, signal),
          workloads.missingRights(place),
        ]);
        return {
          containers: state.containers.map((each) => toContainer(each, state.problem)),
          replicas: state.replicas,
          strategy: state.strategy,
          missingRights: [...missing],
        };
      },
      "launches.preview": async ({ plan }, signal) => {
        const { place } = plan;
        const [{ previews, digest }, missing] = await Promise.all([
          launches.preview(plan, signal),
          place.kind === "process" ? [] : workloads.missingRights(place),
        ]);
        return { previews: [...previews], digest, missingRights: [...missing] };
      },
      "launches.start": async (order, signal) => ({ id: await launches.start(order, signal) }),
      "launches.stop": async ({ id }) => {
        await launches.stop(id);
        return {};
      },
      "launches.restore": async ({ id }) => {
        await launches.restore(id);
        return {};
      },
      "launches.remove": ({ id }) => {
        launches.remove(id);
        return {};
      },
    },
    topics: {
      "launches.list": ({ serverId }, sink) => {
        const emit = () => sink.event(launches.list(serverId));
        emit();
        return launches.onChange(serverId, emit);
      },
    },
    [Symbol.asyncDispose]: () => launches[Symbol.asyncDispose](),
  };
}

function toContainer(container: WorkloadContainer, problem: string | null): LaunchContainer {
  const { name, environment, environmentSources = [] } = container;
  const common = {
    container: name,
    environment: [...environment],
    environmentSources: [...environmentSources],
  };
  if (problem !== null) return { ...common, arguments: [], problem };
  try {
    const { words } = flagList(container);
    return { ...common, arguments: [...words], problem: null };
  } catch (error) {
    return { ...common, arguments: [], problem: StatusError.from(error).message };
  }
}
