import { readFileSync } from "node:fs";
import { type Page, type Product, startProduct } from "../kinds/testing/product.ts";

interface Exchange {
  method: string;
  path: string;
  body: unknown;
  status: number;
  response: unknown;
}

const recorded = ["lifecycle", "logging"].flatMap((name) => {
  const file = new URL(`../../../engine/protocol/fixtures/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { exchanges: Exchange[] }).exchanges;
});
const statistics: unknown = JSON.parse(
  readFileSync(new URL("../fixtures/triton-statistics.json", import.meta.url), "utf8"),
);
const asked = { method: "GET", body: null };
const exchanges: readonly Exchange[] = [
  ...recorded,
  { ...asked, path: "/v2/models/stats", status: 200, response: statistics },
  {
    ...asked,
    path: "/v2/trace/setting",
    status: 503,
    response: { error: "the server does not support tracing" },
  },
];

interface Options {
  /** Each request gets its first recorded response, or its last. */
  readonly time?: "first" | "last";
  /** What a gateway in front of it sends instead. */
  readonly instead?: () => Page | undefined;
}

/** An HTTP server that responds as recorded from Triton 2.64.0. */
export function startRecordedTritonHttp({
  time = "first",
  instead = () => undefined,
}: Options = {}): Promise<Product> {
  const findRecorded = (method: string, path: string, body: string): Page | undefined => {
    const answers = exchanges.filter(
      (each) => each.method === method && each.path === path && same(each.body, body),
    );
    const found = answers.at(time === "first" ? 0 : -1);
    return found && { status: found.status, body: found.response ?? "" };
  };
  return startProduct((...question) => instead() ?? findRecorded(...question), {
    error: "Not Found",
  });
}

/** Missing parameters count as empty. */
function same(recorded: unknown, body: string): boolean {
  const given: unknown = body === "" ? null : JSON.parse(body);
  const whole = (value: unknown) => JSON.stringify(value && { parameters: {}, ...value });
  return whole(recorded) === whole(given);
}
