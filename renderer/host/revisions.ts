import type { ConfigRevision, ConfigState } from "../../main/contract/index.ts";

const origins: Record<ConfigRevision["origin"], string> = {
  found: "Found",
  applied: "Applied",
  reverted: "Reverted to",
};

/** The origin of a revision, in words. */
export function formatOrigin({ origin, place, note }: ConfigRevision): string {
  if (origin === "found") return place === "file" ? "Found on disk" : note;
  return place === "file" ? origins[origin] : `${origins[origin]} as an override`;
}

/** Its note, unless that only repeats its origin. */
export function describeRevision(revision: ConfigRevision): string {
  return revision.origin === "found" ? "" : revision.note;
}

/** A text of a model for comparison: "force", "served", "file", "draft" or a revision's id. */
export interface Version {
  readonly value: string;
  readonly label: string;
  readonly text: string;
}

/** All texts of a model that can be compared, the active one first. */
export function listVersions(
  config: ConfigState,
  moment: (time: number) => string,
): readonly Version[] {
  const { text, served, overriddenFile, draft, history } = config;
  const version = (value: string, label: string, of: string | null | undefined): Version[] =>
    of === null || of === undefined ? [] : [{ value, label, text: of }];
  return [
    ...version("force", "Active", text),
    ...version("served", "As the server completed it", served),
    ...version("file", "config.pbtxt, overridden", overriddenFile),
    ...version("draft", "Draft", draft?.text),
    ...history.flatMap((revision) =>
      version(
        String(revision.id),
        [`${formatOrigin(revision)}, ${moment(revision.time)}`, describeRevision(revision)]
          .filter(Boolean)
          .join(": "),
        revision.text,
      ),
    ),
  ];
}
