import { expect, it } from "vitest";
import { openEnsemble } from "../ensemble/open-ensemble.ts";
import { StatusError } from "../../base/status-error.ts";
import { modelIo } from "../requests/model-io.ts";
import { modelConfig } from "../testing/model-config.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { borrowComposed, findComposingVersions } from "./composition.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { ModelGraph } from "./model-graph.ts";

const ENSEMBLE = modelConfig({
  name: "ens",
  platform: "ensemble",
  backend: "",
  instance_group: [],
  ensemble_scheduling: {
    step: [
      {
        model_name: "part",
        model_version: -1,
        input_map: { INPUT0: "INPUT0" },
        output_map: { OUTPUT0: "OUTPUT0" },
        model_namespace: "",
      },
    ],
    max_inflight_requests: 0,
  },
});

/** A graph of "part" and "ens", which is composed of it; the test decides when the part loses its instances. */
function makeGraph(lines: string[]) {
  const drained: string[] = [];
  const lost: ((error: StatusError) => void)[] = [];
  const graph: ModelGraph = new ModelGraph({
    log: (line) => lines.push(line),
    entry: (name) => {
      const config = name === "ens" ? ENSEMBLE : modelConfig({ name });
      const find = (part: string) => graph.get(part);
      return {
        name,
        readDirectory: async () => (name === "nosuch" ? undefined : makeDirectory(name)),
        readConfig: () => config,
        composed: (composed) => findComposingVersions(composed, find),
        open: async (directory, version, _, onFailed) => {
          if (name === "ens") {
            const clock = new VirtualClock();
            const observation = { current: undefined, ended: undefined };
            const options = { directory, version, config, clock, cache: undefined, observation };
            return openEnsemble({ ...options, ...borrowComposed(config, find) });
          }
          lost.push(onFailed);
          return {
            config,
            version: version.version,
            io: modelIo(config),
            labels: new Map(),
            fail: () => {},
            drain: async () => void drained.push(name),
          } as unknown as ModelVersion;
        },
      };
    },
  });
  return { graph, drained, lost };
}

function makeDirectory(name: string): ModelDirectory {
  const versions = [{ version: "1", path: `/${name}/1`, files: [], stamp: "" }];
  const stamps = { filesStamp: "", commonStamp: "", ignored: [] };
  return {
    name,
    path: `/${name}`,
    versions,
    configText: "",
    configFile: "config.pbtxt",
    ...stamps,
  };
}

it("[LOAD-16] an ensemble whose model loses all its instances is UNAVAILABLE, with the reason", async () => {
  const lines: string[] = [];
  const { graph, drained, lost } = makeGraph(lines);
  await graph.load(["ens"], (entry) => entry.load());
  expect(graph.get("ens")?.index()).toEqual([{ name: "ens", version: "1", state: "READY" }]);
  lost[0]?.(new StatusError("INTERNAL", "instance 'part_0' ended unexpectedly"));
  await expect
    .poll(() => graph.get("ens")?.index())
    .toEqual([
      {
        name: "ens",
        version: "1",
        state: "UNAVAILABLE",
        reason:
          "Invalid argument: ensemble 'ens' depends on 'part' which has no loaded version. Model 'part' loading failed with error: instance 'part_0' ended unexpectedly",
      },
    ]);
  expect(drained).toEqual(["part"]);
  expect(lines).toHaveLength(1);
  await graph.load(["part"], (entry) => entry.load());
  expect(graph.get("ens")?.index()).toMatchObject([{ state: "READY" }]);
});

it("[LOAD-15] a model is freed after the ensemble that it was loaded with", async () => {
  const { graph, drained } = makeGraph([]);
  await graph.load(["ens"], (entry) => entry.load());
  const borrow = graph.get("ens")?.versions.borrow("");
  await graph.unload(["part"]);
  await graph.load(["part"], (entry) => entry.load());
  expect(drained).toEqual([]);
  borrow?.release();
  await expect.poll(() => drained).toEqual(["part"]);
});

it("a name without a model leaves nothing behind", async () => {
  const { graph } = makeGraph([]);
  await graph.load(["nosuch"], (entry) => entry.load());
  expect(graph.get("nosuch")).toBeUndefined();
  await graph.load(["part"], (entry) => entry.load());
  expect(graph.get("part")).toBeDefined();
});

it("a load while the engine closes is rejected, and nothing is left open", async () => {
  const { graph, lost } = makeGraph([]);
  const loading = graph.load(["part"], (entry) => entry.load());
  await graph.close();
  expect([...(await loading).values()]).toMatchObject([
    { code: "UNAVAILABLE", message: "Server is stopping" },
  ]);
  expect(lost).toEqual([]);
});
