import { parseAddress } from "../../main/wire/index.ts";
import { UsageError } from "./command.ts";
import { wrong } from "./measure-values.ts";

export const metricsOptions = {
  "collect-metrics": { type: "boolean", default: false },
  "metrics-url": { type: "string" },
} as const;

interface MetricsValues {
  readonly "collect-metrics": boolean;
  readonly "metrics-url"?: string | undefined;
}

const PORT = 8002;

/** HOST:PORT; null where metrics are not wanted. `address`: of the server itself. */
export function metricsAddressOf(values: MetricsValues, address: string): string | null {
  const url = values["metrics-url"];
  if (!values["collect-metrics"]) {
    if (url === undefined) return null;
    throw new UsageError("--metrics-url needs --collect-metrics.");
  }
  if (url === undefined) return `${address.slice(0, address.lastIndexOf(":"))}:${PORT}`;
  const [, found = ""] = /^(?:http:\/\/)?([^/]+)(?:\/metrics\/?)?$/.exec(url) ?? [];
  try {
    parseAddress(found, "--metrics-url");
  } catch {
    wrong("--metrics-url", url, "HOST:PORT/metrics");
  }
  return found;
}
