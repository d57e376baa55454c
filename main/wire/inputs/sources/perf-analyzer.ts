import path from "node:path";
import { encodeTexts } from "../elements.ts";
import { MAX_REQUEST_BYTES } from "../plan-inputs.ts";
import type { ExpectedOutput, PreparedRequests, RequestSet } from "../request-set.ts";
import { type InputSpec, itemShape } from "../tensor.ts";
import { filesIn, isFolder, readBounded, within } from "./files.ts";
import { invalid } from "./invalid.ts";
import { itemRequests } from "./item-requests.ts";
import { type ItemTensor, itemTensor } from "./items.ts";
import { parseInputData } from "./perf-analyzer-json.ts";

const MAX_JSON_BYTES = 128 * 1024 * 1024;

/** perf_analyzer's input data: a JSON file, or a folder with a file for each input. */
export async function perfAnalyzerRequests(
  set: RequestSet,
  place: string,
): Promise<PreparedRequests> {
  if (await isFolder(place)) return folderRequests(set, place);
  const text = (await readBounded(place, MAX_JSON_BYTES)).toString("utf8");
  const { items, streams } = parseInputData(text, place, set);
  return itemRequests(set, items, streams);
}

/** One item: for each input a file of its name with its bytes, or its texts as lines; other files are outputs. */
async function folderRequests(set: RequestSet, folder: string): Promise<PreparedRequests> {
  const inputs = new Map<string, ItemTensor>();
  for (const input of set.inputs) {
    inputs.set(input.name, await readInput(set, input, folder));
  }
  const expected = set.checkOutputs ? await outputsIn(folder, inputs) : null;
  return itemRequests(set, [{ place: `'${folder}'`, inputs, expected }]);
}

async function readInput(
  { batchSize }: RequestSet,
  input: InputSpec,
  folder: string,
): Promise<ItemTensor> {
  const file = within(folder, input.name);
  if (!file)
    throw invalid(`'${folder}'`, `the name of input '${input.name}' leads out of the folder.`);
  const bytes = await readBounded(file, MAX_REQUEST_BYTES);
  const data = input.datatype === "BYTES" ? splitLines(bytes) : bytes;
  return itemTensor(`'${file}'`, input, batchSize, { shape: itemShape(input, batchSize), data });
}

async function outputsIn(
  folder: string,
  inputs: ReadonlyMap<string, ItemTensor>,
): Promise<ExpectedOutput[]> {
  const names = (await filesIn(folder)).filter((name) => !inputs.has(name));
  if (names.length === 0) {
    throw invalid(`'${folder}'`, "checkOutputs is true, but no file is an expected output.");
  }
  return Promise.all(
    names.map(async (name) => {
      const fixed = await readBounded(path.join(folder, name), MAX_REQUEST_BYTES);
      return { name, shape: null, content: { fixed, texts: splitLines(fixed) } };
    }),
  );
}

/** Lines as the elements of a BYTES tensor; a trailing line break adds none. */
function splitLines(file: Buffer): Uint8Array {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < file.length; ) {
    const end = file.indexOf(0x0a, at);
    const to = end === -1 ? file.length : end;
    lines.push(file.subarray(at, to));
    at = to + 1;
  }
  return encodeTexts(lines);
}
