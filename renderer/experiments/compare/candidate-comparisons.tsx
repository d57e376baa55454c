import { Link } from "@tanstack/react-router";
import type { Experiment } from "../../../main/contract/index.ts";
import { candidateName } from "../../figures/experiment-text.ts";
import { ComparisonView } from "../../figures/comparison/comparison-view.tsx";

/** Each candidate of a comparison against the baseline. Nothing for other goals. */
export function CandidateComparisons({ experiment }: { experiment: Experiment }) {
  const { id, plan, comparisons } = experiment;
  return comparisons.map(({ candidate, ...comparison }) => (
    <ComparisonView
      key={candidate}
      comparison={comparison}
      title={`${candidateName(plan, candidate)} against ${candidateName(plan, 0)}`}
      aside={
        <Link
          to="/experiments/compare"
          search={{ before: { id, candidate: 0 }, after: { id, candidate } }}
          className="text-accent underline underline-offset-2"
        >
          With configurations
        </Link>
      }
    />
  ));
}
