import { Notice } from "../ui/notice.tsx";

interface MissingRightsProps {
  /** "patch statefulsets" */
  readonly rights: readonly string[];
  readonly namespace: string;
}

/** What the user may not do of what a comparison needs; nothing without any. */
export function MissingRights({ rights, namespace }: MissingRightsProps) {
  if (rights.length === 0) return null;
  return (
    <Notice tone="warn" title="Some rights are missing">
      You may not {rights.join(", ")} in the namespace {namespace}, which a comparison needs. Ask
      the cluster's administrator for a Role that allows it.
    </Notice>
  );
}
