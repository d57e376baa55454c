import type { Proposal } from "../../contract/index.ts";
import { change, impossible, queueDominates, type TuningFacts, written } from "./facts.ts";

const MOST_ON_GPU = 4;

/** T9 to T12. */
export function instanceProposals(facts: TuningFacts): Proposal[] {
  const { config } = facts;
  if (config.ensemble_scheduling) {
    return [
      impossible(facts, "instances", "An ensemble has no instances; tune the models of its steps."),
    ];
  }
  const [group, ...others] = config.instance_group;
  if (!group || others.length > 0) {
    return [
      impossible(
        facts,
        "instances",
        "The model has several instance groups; change them in the editor and compare.",
      ),
    ];
  }
  const onGpu = group.kind === "KIND_GPU";
  const more = group.count + 1;
  const fits = onGpu ? more <= MOST_ON_GPU : facts.cpus === null || more <= facts.cpus;
  return [
    ...(fits ? [counted(facts, more, moreReason(facts, onGpu))] : []),
    ...(group.count > 1 ? [counted(facts, group.count - 1, FEWER)] : []),
  ].concat(
    fits || group.count > 1
      ? []
      : [
          impossible(
            facts,
            "instances",
            `One instance uses the ${facts.cpus === 1 ? "only core" : `${facts.cpus} cores`} there are; a second would take them from the first.`,
          ),
        ],
  );
}

const FEWER =
  "Instances compete for the same device: fewer of them make larger batches and may answer sooner.";

function moreReason(facts: TuningFacts, onGpu: boolean): string {
  const waiting = queueDominates(facts)
    ? "Requests wait longer than they are computed: another instance runs the next batch meanwhile. "
    : "Another instance runs the next batch while one is running. ";
  return (
    waiting +
    (onGpu
      ? "On one GPU it pays as long as the device is not full, and costs its memory again."
      : "On a CPU it pays where one instance leaves cores idle; the cores are shared between them.")
  );
}

/** A configuration without groups gets one of the kind that serves, so that the server may still choose nothing else. */
function counted(facts: TuningFacts, count: number, reason: string): Proposal {
  const [group] = facts.config.instance_group;
  const title = `${count} ${count === 1 ? "instance" : "instances"}`;
  return written(facts).instance_group.length > 0
    ? change(facts, "instances", title, reason, {
        path: ["instance_group", 0, "count"],
        value: count,
      })
    : change(facts, "instances", title, reason, {
        path: ["instance_group", 0],
        value: { kind: group?.kind ?? "KIND_AUTO", count },
      });
}
