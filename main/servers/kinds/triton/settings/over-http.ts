import { z } from "zod";
import type { TritonTrace } from "../../../../contract/index.ts";
import type { ServerHttp } from "../../../../wire/transport/index.ts";
import { question } from "../../../triton/question.ts";
import type { SettingsCalls } from "./calls.ts";

/** Numbers are texts, and a setting of several values is a list. */
const trace = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const log = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]));

/** By Triton's HTTP interface: GET reads, and POST changes what its JSON names. */
export function settingsOverHttp(http: ServerHttp): SettingsCalls {
  return {
    async trace(model, changes, signal) {
      const path = `/v2/${model === "" ? "" : `models/${encodeURIComponent(model)}/`}trace/setting`;
      const asked = { path, ...bodyOf(changes, traceBody), hears: trace };
      const settings = await question(http, asked, { signal });
      return Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, [value].flat()]),
      );
    },
    log: (changes, signal) =>
      question(
        http,
        { path: "/v2/logging", ...bodyOf(changes, (all) => all), hears: log },
        { signal },
      ),
  };
}

function bodyOf<C extends object>(changes: C, form: (changes: C) => object) {
  return Object.keys(changes).length === 0 ? {} : { body: form(changes) };
}

/** Null takes a setting back; of all settings, the level alone is a list. */
function traceBody(changes: TritonTrace): object {
  return Object.fromEntries(
    Object.entries(changes).map(([name, values]) => {
      if (values.length === 0) return [name, null];
      const isList = name === "trace_level" || values.length > 1;
      return [name, isList ? values : values[0]];
    }),
  );
}
