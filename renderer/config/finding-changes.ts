import {
  checkText,
  type CheckTextOptions,
  type Finding,
  isHiddenStage,
} from "../../engine/config/index.ts";

export interface FindingChanges {
  readonly added: readonly Finding[];
  /** Findings that an error of an earlier stage hid; they may have existed before. */
  readonly uncovered: readonly Finding[];
  readonly removed: readonly Finding[];
}

/** Findings that a change adds and removes, regardless of their position. */
export function findingChanges(
  before: string,
  after: string,
  options: CheckTextOptions,
): FindingChanges {
  const was = checkText(before, options);
  const is = checkText(after, options);
  const more = Object.groupBy(without(is, was), ({ stage }) =>
    isHiddenStage(stage, was) ? "uncovered" : "added",
  );
  const judged = without(was, is).filter(({ stage }) => !isHiddenStage(stage, is));
  return { added: more.added ?? [], uncovered: more.uncovered ?? [], removed: judged };
}

function without(all: readonly Finding[], others: readonly Finding[]): Finding[] {
  const rest = others.map(sameness);
  return all.filter((finding) => {
    const at = rest.indexOf(sameness(finding));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** Identifies a finding's advice; suggested numbers that follow another field are ignored. */
function sameness({ id, severity, message }: Finding): string {
  const words = severity === "error" ? message : message.replace(/\d+/g, "0");
  return `${id}\n${severity}\n${words}`;
}
