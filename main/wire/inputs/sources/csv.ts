import { CsvError, parse } from "csv-parse/sync";
import type { WireDatatype } from "../../../../engine/types.ts";
import { type ElementValue, encodeElements, fitting, shownValue } from "../elements.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { type Columns, findColumns, type InputsOfItems } from "./csv-columns.ts";
import { readBounded } from "./files.ts";
import { invalid } from "./invalid.ts";
import { itemRequests } from "./item-requests.ts";
import { type Item, type ItemTensor, itemTensor } from "./items.ts";

const MAX_CSV_BYTES = 64 * 1024 * 1024;
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** A CSV file (RFC 4180): a line of column names, then a line per item. */
export async function csvRequests(
  set: RequestSet,
  path: string,
  columns: Columns,
): Promise<PreparedRequests> {
  const text = (await readBounded(path, MAX_CSV_BYTES)).toString("utf8");
  return itemRequests(set, parseItems(text, path, set, columns));
}

export function parseItems(
  text: string,
  file: string,
  { inputs, batchSize }: InputsOfItems,
  columns: Columns,
): Item[] {
  const [head, ...lines] = parseLines(text, file);
  if (!head || lines.length === 0) {
    throw invalid(`'${file}'`, "it holds no line of column names followed by lines of items.");
  }
  const taken = findColumns({ inputs, batchSize }, columns).map(({ input, names }) => ({
    input,
    places: names.map((name) => ({ name, at: findColumn(head.record, name, file) })),
  }));
  return lines.map(({ record, line }) => {
    const place = `'${file}', line ${line}`;
    const tensors = taken.map(({ input, places }): [string, ItemTensor] => {
      const values = places.map(({ name, at }) =>
        parseValue(input.datatype, record[at] ?? "", `${place}, column '${name}'`),
      );
      const data = encodeElements(input.datatype, values, `${place}, input '${input.name}'`);
      return [input.name, itemTensor(place, input, batchSize, { shape: null, data })];
    });
    return { place, inputs: new Map(tensors), expected: null };
  });
}

interface Line {
  readonly record: readonly string[];
  /** From 1; the last line of the record. */
  readonly line: number;
}

function parseLines(text: string, file: string): Line[] {
  try {
    const records = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      max_record_size: MAX_LINE_BYTES,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`'${file}'`, `${error.message}.`);
    throw error;
  }
}

function findColumn(names: readonly string[], name: string, file: string): number {
  const at = names.indexOf(name);
  if (at === -1) {
    const known = names.slice(0, 20).join(", ");
    throw invalid(`'${file}'`, `it has no column '${name}'; its columns are ${known}.`);
  }
  if (names.indexOf(name, at + 1) === -1) return at;
  throw invalid(`'${file}'`, `it has column '${name}' twice.`);
}

const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  "1": true,
  "0": false,
};
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const WHOLE = /^[+-]?\d+$/;
const NOT_FINITE: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  "-inf": Number.NEGATIVE_INFINITY,
};

function parseValue(datatype: WireDatatype, cell: string, place: string): ElementValue {
  if (datatype === "BYTES") return cell;
  const text = cell.trim().toLowerCase();
  const value = datatype === "BOOL" ? parseBoolean(text) : parseNumber(datatype, text);
  if (value !== undefined) return value;
  throw invalid(place, `${shownValue(cell)} is not ${fitting(datatype)}.`);
}

function parseBoolean(text: string): boolean | undefined {
  return Object.hasOwn(TRUTH, text) ? TRUTH[text] : undefined;
}

function parseNumber(datatype: WireDatatype, text: string): number | bigint | undefined {
  if (WHOLE.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text.replace("+", ""));
  }
  if (NUMBER.test(text)) return Number(text);
  const floating = datatype.startsWith("FP") || datatype === "BF16";
  return floating && Object.hasOwn(NOT_FINITE, text) ? NOT_FINITE[text] : undefined;
}
