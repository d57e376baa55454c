import type { ExperimentStep } from "../../contract/index.ts";

type Load = ExperimentStep["load"];

/** "1 client", "1, 8 and 32 clients", "240 req/s"; one kind of loads or both, ascending. */
export function formatLoads(loads: readonly Load[]): string {
  const of = (wanted: Load["kind"]) =>
    loads
      .filter(({ kind }) => kind === wanted)
      .map(({ value }) => value)
      .toSorted((a, b) => a - b);
  const [clients, rates] = [of("concurrency"), of("rate")];
  return [
    ...(clients.length > 0
      ? [`${list(clients)} ${clients.length === 1 && clients[0] === 1 ? "client" : "clients"}`]
      : []),
    ...(rates.length > 0 ? [`${list(rates)} req/s`] : []),
  ].join(" and ");
}

function list(values: readonly number[]): string {
  const texts = values.map((value) => Number(value.toPrecision(4)).toLocaleString("en-US"));
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} and ${last}`;
}
