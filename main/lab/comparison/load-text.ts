import { type ExperimentStep, formatRateUnit } from "../../contract/index.ts";

type Load = ExperimentStep["load"];

/** "1 client", "1, 8 and 32 clients", "240 req/s", "2 conversations/s"; each kind of loads, ascending. */
export function formatLoads(loads: readonly Load[]): string {
  const ascending = (wanted: (load: Load) => boolean) =>
    loads
      .filter(wanted)
      .map(({ value }) => value)
      .toSorted((a, b) => a - b);
  const clients = ascending(({ kind }) => kind === "concurrency");
  const rates = ([undefined, "conversations"] as const).map((of) => ({
    unit: formatRateUnit({ of }),
    values: ascending((load) => load.kind === "rate" && load.of === of),
  }));
  return [
    ...(clients.length > 0
      ? [`${list(clients)} ${clients.length === 1 && clients[0] === 1 ? "client" : "clients"}`]
      : []),
    ...rates.flatMap(({ unit, values }) => (values.length > 0 ? [`${list(values)} ${unit}`] : [])),
  ].join(" and ");
}

function list(values: readonly number[]): string {
  const texts = values.map((value) => Number(value.toPrecision(4)).toLocaleString("en-US"));
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} and ${last}`;
}
