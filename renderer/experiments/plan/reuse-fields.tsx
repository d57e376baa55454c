import type { Reuse } from "../../../main/contract/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { NumberField } from "./number-field.tsx";
import type { InputsPart } from "./part.ts";

const first: Record<Reuse["kind"], Reuse> = {
  turns: { kind: "turns" },
  duplicates: { kind: "duplicates", share: 0.5 },
  zipf: { kind: "zipf", exponent: 1 },
};

/** The effect on a response cache, and whether that is on. */
function effect(reuse: Reuse, cached: boolean): string {
  const words =
    reuse.kind === "turns"
      ? "Different requests, round robin: a cache that holds them all answers every request from the second round on, a smaller one hardly any."
      : reuse.kind === "duplicates"
        ? "About this share of the requests repeats an earlier one, so a cache that is large enough can answer about as many."
        : "A few requests are frequent and many are rare, as in real traffic. Even a small cache answers the frequent ones.";
  return `${words}${cached ? "" : " The model's response cache is off now."}`;
}

/** The number of different requests, and how often they repeat. */
export function ReuseFields({ traffic, at, detail, set }: InputsPart) {
  const { distinctInputs, reuse } = traffic;
  const cached = (detail?.config?.["response_cache"] as { enable?: boolean } | undefined)?.enable;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <NumberField
        label="Distinct inputs"
        path={`${at}.distinctInputs`}
        help="Different requests; few mean many cache hits."
        value={distinctInputs}
        onChange={(next) => set({ distinctInputs: next })}
      />
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Repeats</span>
        <Segmented<Reuse["kind"]>
          label="Repeats"
          options={[
            { value: "turns", label: "Round robin" },
            { value: "duplicates", label: "Duplicates" },
            { value: "zipf", label: "Zipf" },
          ]}
          value={reuse.kind}
          onPick={(kind) => set({ reuse: first[kind] })}
        />
        <p className="max-w-prose text-muted text-xs">{effect(reuse, cached === true)}</p>
      </div>
      {reuse.kind === "duplicates" && (
        <NumberField
          label="Share repeated"
          path={`${at}.reuse.share`}
          help="From 0 to 1."
          value={reuse.share}
          onChange={(share) => set({ reuse: { kind: "duplicates", share } })}
        />
      )}
      {reuse.kind === "zipf" && (
        <NumberField
          label="Exponent"
          path={`${at}.reuse.exponent`}
          help="0: uniform; 1: typical of web traffic."
          value={reuse.exponent}
          onChange={(exponent) => set({ reuse: { kind: "zipf", exponent } })}
        />
      )}
    </div>
  );
}
