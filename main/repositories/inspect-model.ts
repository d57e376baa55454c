import path from "node:path";
import type { Finding } from "../../engine/config/index.ts";
import type { RepositoryModelReport } from "../contract/index.ts";
import { fromFileError } from "../../base/file-error.ts";
import type { Linter } from "./linter.ts";
import { type FolderListing, listFolder } from "./list-folder.ts";
import { CONFIG } from "./model-paths.ts";
import { brokenEntry } from "./read-config.ts";

const MAX_PROBLEMS = 5;

export interface InspectedModel {
  /** "unclear": it has versions and nothing that says how to run them, or can't be read. "other": it holds something else. */
  readonly kind: "model" | "unclear" | "other";
  readonly report: RepositoryModelReport;
}

/** A model folder of a repository as the engine would find it. A folder that can't be read is a problem of the model. */
export async function inspectModel(
  repository: string,
  name: string,
  linter: Linter,
): Promise<InspectedModel> {
  const folder = path.join(repository, name);
  const listing = await listFolder(folder).catch((error: unknown) => fromFileError(error, folder));
  if ("message" in listing) return unreadable(name, listing.message);

  const versions = listing.folders
    .filter((each) => /^[1-9][0-9]{0,14}$/.test(each))
    .sort((a, b) => Number(b) - Number(a));
  const backend = linter.backend(name);
  const found = linter.findings(name);
  const problems = new Set([
    ...listing.unusable
      .filter((each) => each === CONFIG || /^[1-9][0-9]*$/.test(each))
      .map(brokenEntry),
    ...found.filter(({ severity }) => severity === "error").map(describe),
  ]);
  return {
    kind: findKind(listing, versions, backend),
    report: {
      name,
      backend: backend === "" ? null : backend,
      configuration: listing.files.includes(CONFIG),
      versions,
      errors: problems.size,
      warnings: found.filter(({ severity }) => severity === "warning").length,
      problems: [...problems].slice(0, MAX_PROBLEMS),
    },
  };
}

function findKind(
  { files, folders, unusable }: FolderListing,
  versions: readonly string[],
  backend: string,
): InspectedModel["kind"] {
  const hasConfig = [files, folders, unusable].some((names) => names.includes(CONFIG));
  if (hasConfig) return "model";
  if (versions.length === 0) return "other";
  return backend === "" ? "unclear" : "model";
}

/** With its place, where it is about one in the text. */
function describe({ message, line, to }: Finding): string {
  return to === 0 ? message : `${CONFIG} line ${line}: ${message}`;
}

function unreadable(name: string, problem: string): InspectedModel {
  return {
    kind: "unclear",
    report: {
      name,
      backend: null,
      configuration: false,
      versions: [],
      errors: 1,
      warnings: 0,
      problems: [problem],
    },
  };
}
