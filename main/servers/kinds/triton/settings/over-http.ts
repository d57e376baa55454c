import { z } from "zod";
import type { TritonTrace } from "../../../../contract/index.ts";
import type { ServerHttp } from "../../../../wire/transport/index.ts";
import { requestJson } from "../../../triton/request-json.ts";
import type { SettingsCalls } from "./calls.ts";

/** Numbers are strings, and a setting with several values is a list. */
const trace = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const log = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]));

/** Over Triton's HTTP interface: GET reads, POST changes the fields in its JSON. */
export function settingsOverHttp(http: ServerHttp): SettingsCalls {
  return {
    async trace(model, changes, signal) {
      const path = `/v2/${model === "" ? "" : `models/${encodeURIComponent(model)}/`}trace/setting`;
      const asked = { path, ...toRequestBody(changes, traceBody), schema: trace };
      const settings = await requestJson(http, asked, { signal });
      return Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, [value].flat()]),
      );
    },
    log: (changes, signal) =>
      requestJson(
        http,
        { path: "/v2/logging", ...toRequestBody(changes, (all) => all), schema: log },
        { signal },
      ),
  };
}

function toRequestBody<C extends object>(changes: C, form: (changes: C) => object) {
  return Object.keys(changes).length === 0 ? {} : { body: form(changes) };
}

/** Null resets a setting; the level is the only list. */
function traceBody(changes: TritonTrace): object {
  return Object.fromEntries(
    Object.entries(changes).map(([name, values]) => {
      if (values.length === 0) return [name, null];
      const isList = name === "trace_level" || values.length > 1;
      return [name, isList ? values : values[0]];
    }),
  );
}
