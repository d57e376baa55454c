import { generatedBytes, generatedRequests } from "./generated.ts";
import { checkRequestBytes } from "./plan-inputs.ts";
import type { PreparedRequests, RequestSet } from "./request-set.ts";

/**
 * Reads or generates the requests of a set. INVALID_ARGUMENT names the file, the position and the input; NOT_FOUND and
 * PERMISSION_DENIED an unreadable file. Readers are imported on demand.
 */
export async function prepareRequests(set: RequestSet): Promise<PreparedRequests> {
  const { source, inputs, distinctInputs } = set;
  switch (source.kind) {
    case "generated":
      checkRequestBytes(distinctInputs, generatedBytes(inputs, source));
      return generatedRequests(set, source);
    case "perf-analyzer": {
      const { perfAnalyzerRequests } = await import("./sources/perf-analyzer.ts");
      return perfAnalyzerRequests(set, source.path);
    }
    case "numpy": {
      const { numpyRequests } = await import("./sources/numpy.ts");
      return numpyRequests(set, source.files);
    }
    case "images": {
      const { imageRequests } = await import("./sources/images.ts");
      return imageRequests(set, source);
    }
    case "chat": {
      const { chatRequests } = await import("./chat/requests.ts");
      return chatRequests(set, source);
    }
    case "embeddings":
    case "rerank": {
      const { poolingRequests } = await import("./pooling/requests.ts");
      return poolingRequests(set, source);
    }
    case "csv": {
      const { csvRequests } = await import("./sources/csv.ts");
      return csvRequests(set, source.path, source.columns);
    }
  }
}
