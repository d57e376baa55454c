import { expect, it } from "vitest";
import type { AppliedConfig, ConfigPlace } from "../contract/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import { createTuningConfigs } from "./tuning-configs.ts";
import type { TuningPlace } from "./tools.ts";

it.each<[TuningPlace, string, ConfigPlace | undefined, string | null]>([
  ["server", "/models/m/config.pbtxt", "server", null],
  ["best", "/models/m/config.pbtxt", undefined, "/models/m/config.pbtxt"],
  ["best", "", undefined, null],
  ["store", "s3://bucket/m/config.pbtxt", "file", "s3://bucket/m/config.pbtxt"],
])("TUNING-28: place %s of %j is asked for as %s", async (place, path, asked, writtenTo) => {
  const places: unknown[] = [];
  const unused = () => Promise.reject(new Error("not asked for"));
  const service: Parameters<typeof createTuningConfigs>[0] = {
    get: unused,
    held: unused,
    restore: unused,
    apply: async (_key, { place: given }) => {
      places.push(given);
      return { etag: "after", path, overriddenFile: null } as AppliedConfig;
    },
  };
  const configs = createTuningConfigs(service, {} as ServerDirectory, () => null);
  const target = { serverId: "embedded", model: "m", etag: "before" };
  expect(await configs.apply(target, "text", "note", place)).toEqual({ etag: "after", writtenTo });
  expect(places).toEqual([asked]);
});
