import type { ServerHttp } from "../../../wire/transport/index.ts";
import type { Reach } from "../kind.ts";

export type Change = (text: string) => string;

export function changedHttp(http: ServerHttp, change: Change): ServerHttp {
  const send: ServerHttp["send"] = async (...asked) => {
    const answer = await http.send(...asked);
    return { ...answer, text: change(answer.text) };
  };
  const get: ServerHttp["get"] = (path, options) => send("GET", path, null, options);
  return new Proxy(http, {
    get: (target, key) => {
      if (key === "send") return send;
      if (key === "get") return get;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}

/** The same reach with changed responses. */
export function changedReach({ http, metrics, ...reach }: Reach, change: Change): Reach {
  return {
    ...reach,
    http: http && changedHttp(http, change),
    metrics: metrics && changedHttp(metrics, change),
  };
}
