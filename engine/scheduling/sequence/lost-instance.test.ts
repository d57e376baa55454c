import { expect, it } from "vitest";
import type { BackendInstance, BatchInput } from "../../backends/backend.ts";
import type { LoadedVersion } from "../../models/loaded-version.ts";
import { StatusError } from "../../../base/status-error.ts";
import { loadedVersion } from "../../testing/loaded-version.ts";
import { modelConfig } from "../../testing/model-config.ts";
import { poolPlaces } from "../../testing/pool-places.ts";
import { floats, inferRequest } from "../../testing/requests.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { InstancePool } from "../instance-pool.ts";
import { MS, sequenceBatching } from "./testing/lab.ts";

/** An instance that echoes each batch after 10 ms, and dies of a batch that starts with a negative number. */
function mortal(name: string, clock: VirtualClock, onLost: (error: StatusError) => void) {
  const execute = async ({ buffer, tensors: [input], ...batch }: BatchInput) => {
    await new Promise<void>((resolve) => void clock.setTimer(10 * MS, resolve));
    if (input === undefined || (new Float32Array(buffer)[0] ?? 0) < 0) {
      const lost = new StatusError("INTERNAL", `instance '${name}' ended unexpectedly`);
      onLost(lost);
      throw lost;
    }
    const data = new Uint8Array(buffer.slice(0, input.byteLength));
    const at = clock.now();
    const outputs = [{ ...input, name: "OUTPUT0", data }];
    return { ...batch, outputs, parameters: {}, inferStart: at, inferEnd: at, buffer };
  };
  const instance: BackendInstance = {
    name,
    kind: "KIND_CPU",
    deviceId: -1,
    provider: "test",
    signature: undefined,
    takesNext: false,
    execute,
    close: async () => {},
  };
  return instance;
}

it.each([
  ["direct", {}],
  [
    "oldest",
    {
      oldest: {
        max_candidate_sequences: 2,
        preferred_batch_size: [],
        max_queue_delay_microseconds: 0,
        preserve_ordering: false,
      },
    },
  ],
])(
  "[SEQ-17] the sequences of an instance end with it, those of others continue (%s)",
  async (_, strategy) => {
    const clock = new VirtualClock();
    const config = modelConfig({
      max_batch_size: 1,
      sequence_batching: sequenceBatching(strategy),
    });
    const pool = await InstancePool.open({
      places: poolPlaces(2),
      create: async ({ name }, _count, onLost) => mortal(name, clock, onLost),
      onFreed: () => version?.instanceFreed(),
      onExhausted: () => {},
    });
    const version: LoadedVersion | undefined = loadedVersion({ config, pool, clock });
    const answers: Record<string, string> = {};
    const send = (id: number, label: string, value: number, start = false) => {
      const parameters = { sequence_id: id, sequence_start: start };
      const inputs = [floats("INPUT0", [1, 1], [value])];
      version.infer(inferRequest({ parameters, inputs })).then(
        () => {
          answers[label] = "ok";
        },
        ({ code, message }: StatusError) => {
          answers[label] = `${code}: ${message}`;
        },
      );
    };

    send(1, "dies", -1, true);
    send(2, "other", 1, true);
    send(1, "behind", 1);
    await clock.advance(15 * MS);
    send(1, "after", 1);
    send(2, "goes on", 1);
    await clock.advance(15 * MS);
    send(1, "again", 1, true);
    await clock.advance(15 * MS);
    expect(answers).toEqual({
      dies: "INTERNAL: instance 'm_0' ended unexpectedly",
      other: "ok",
      behind:
        "UNAVAILABLE: the instance that served sequence 1 of model 'm' ended unexpectedly: start the sequence again",
      after:
        "INVALID_ARGUMENT: inference request for sequence 1 to model 'm' must specify the START flag on the first request of the sequence",
      "goes on": "ok",
      again: "ok",
    });
    expect(version.statistics.failures).toMatchObject({ BACKEND: 1, OTHER: 1, REJECTED: 1 });
    expect(version.telemetry().instances.map(({ name }) => name)).toEqual(["m_0", "m_1"]);
  },
);
