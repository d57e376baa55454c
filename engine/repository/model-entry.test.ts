import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { modelConfig } from "../testing/model-config.ts";
import type { ModelVersion } from "../models/model-version.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { ModelEntry } from "./model-entry.ts";

/** A load that the test completes. */
interface FakeLoad {
  readonly onFailed: (error: StatusError) => void;
  readonly failures: StatusError[];
}

const DIRECTORY: ModelDirectory = {
  name: "m",
  path: "/m",
  versions: [{ version: "1", path: "/m/1", files: [], stamp: "" }],
  configText: "",
  configFile: "config.pbtxt",
  filesStamp: "",
  commonStamp: "",
  ignored: [],
};

/** A configuration with as many instances as the override says. */
function instanceCount(_: ModelDirectory, override: string | undefined): ModelConfig {
  const { instance_group, ...config } = modelConfig({});
  return {
    ...config,
    instance_group: instance_group.map((group) => ({ ...group, count: Number(override) })),
  };
}

const UNCONCERNED = { name: "m", composed: () => [], onLost: () => {}, log: () => {} };

it("[LOAD-7] a replaced load that loses its instances while draining affects nothing else", async () => {
  const loads: FakeLoad[] = [];
  const drained = Promise.withResolvers<void>();
  const entry = new ModelEntry({
    ...UNCONCERNED,
    readDirectory: async () => DIRECTORY,
    readConfig: (_directory, override) => modelConfig({ max_batch_size: Number(override) }),
    open: async (_directory, { version }, _config, onFailed) => {
      const failures: StatusError[] = [];
      loads.push({ onFailed, failures });
      const fail = (error: StatusError) => void failures.push(error);
      return { version, fail, drain: () => drained.promise } as unknown as ModelVersion;
    },
  });
  await entry.load({ config: "1" });
  await entry.load({ config: "2" });
  const error = new StatusError("INTERNAL", "instance 'm_0' ended unexpectedly");
  loads[0]?.onFailed(error);
  expect(loads.map(({ failures }) => failures)).toEqual([[error], []]);
  expect(entry.index()).toEqual([{ name: "m", version: "1", state: "READY" }]);
  loads[1]?.onFailed(error);
  expect(entry.index()).toMatchObject([{ state: "UNLOADING" }]);
  drained.resolve();
});

it.each([
  ["UNIMPLEMENTED", 2, undefined],
  [
    "RESOURCE_EXHAUSTED",
    1,
    "load failed for model 'm': version 1 is at READY state: Internal: no more;\n",
  ],
] as const)(
  "[LOAD-5] a version that answers a change of instances with %s",
  async (code, opens, message) => {
    let opened = 0;
    const entry = new ModelEntry({
      ...UNCONCERNED,
      readDirectory: async () => DIRECTORY,
      readConfig: instanceCount,
      open: async (_directory, { version }) => {
        opened += 1;
        const changeInstances = () => Promise.reject(new StatusError(code, "no more"));
        return { version, changeInstances, drain: async () => {} } as unknown as ModelVersion;
      },
    });
    await entry.load({ config: "1" });
    const failure = await entry.load({ config: "2" }).catch((error: Error) => error.message);
    expect(failure).toBe(message);
    expect(opened).toBe(opens);
    expect(entry.index()).toEqual([{ name: "m", version: "1", state: "READY" }]);
  },
);

it("[LOAD-5] a load fails if a version that should keep serving is lost meanwhile", async () => {
  const changed = Promise.withResolvers<void>();
  const losses: ((error: StatusError) => void)[] = [];
  const entry = new ModelEntry({
    ...UNCONCERNED,
    readDirectory: async () => DIRECTORY,
    readConfig: instanceCount,
    open: async (_directory, { version }, _config, onFailed) => {
      losses.push(onFailed);
      return {
        version,
        changeInstances: () => changed.promise,
        fail: () => {},
        drain: async () => {},
      } as unknown as ModelVersion;
    },
  });
  await entry.load({ config: "1" });
  const loaded = entry.load({ config: "2" });
  await turn();
  losses[0]?.(new StatusError("INTERNAL", "instance 'm_0' ended unexpectedly"));
  changed.resolve();
  await expect(loaded).rejects.toThrow(
    "load failed for model 'm': version 1 is at UNAVAILABLE state: Unavailable: its instances ended unexpectedly;",
  );
  expect(entry.index()).toEqual([
    {
      name: "m",
      version: "1",
      state: "UNAVAILABLE",
      reason: "Internal: instance 'm_0' ended unexpectedly",
    },
  ]);
});
