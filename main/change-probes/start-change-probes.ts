import type { changeProbeRequests, changeProbeTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { ChangeProbes, type ChangeProbesParts } from "./change-probes.ts";

interface ChangeProbesDomain
  extends DomainHandlers<keyof typeof changeProbeRequests, keyof typeof changeProbeTopics>,
    Disposable {
  readonly probes: ChangeProbes;
}

/** Probes during changes; SPEC.md. */
export function startChangeProbes(parts: ChangeProbesParts): ChangeProbesDomain {
  const probes = new ChangeProbes(parts);
  return {
    probes,
    requests: {
      "probes.check": async (on, signal) => ({ reason: await probes.check(on, signal) }),
      "probes.start": async ({ options, seconds, ...on }) => ({
        id: await probes.start(on, options, seconds),
      }),
      "probes.stop": async ({ id }) => {
        await probes.stop(id);
        return {};
      },
    },
    topics: {
      "probes.model": (on, sink) => {
        sink.event(probes.list(on));
        return probes.onChange(on, () => sink.event(probes.list(on)));
      },
    },
    [Symbol.dispose]: () => probes[Symbol.dispose](),
  };
}
