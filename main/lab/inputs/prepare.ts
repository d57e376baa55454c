import { generatedBytes, generatedRequests } from "./generated.ts";
import { checkRequestBytes } from "./plan-inputs.ts";
import type { PreparedRequests, RequestSet } from "./request-set.ts";
import { csvRequests } from "./sources/csv.ts";
import { imageRequests } from "./sources/images.ts";
import { numpyRequests } from "./sources/numpy.ts";
import { perfAnalyzerRequests } from "./sources/perf-analyzer.ts";

/**
 * Reads or draws the requests of a set. INVALID_ARGUMENT names the file, the place in it and the input at fault;
 * NOT_FOUND and PERMISSION_DENIED a file that cannot be read.
 */
export async function prepareRequests(set: RequestSet): Promise<PreparedRequests> {
  const { source, inputs, distinctInputs } = set;
  switch (source.kind) {
    case "generated":
      checkRequestBytes(distinctInputs, generatedBytes(inputs, source));
      return generatedRequests(set, source);
    case "perf-analyzer":
      return perfAnalyzerRequests(set, source.path);
    case "numpy":
      return numpyRequests(set, source.files);
    case "images":
      return imageRequests(set, source);
    case "csv":
      return csvRequests(set, source.path, source.columns);
  }
}
