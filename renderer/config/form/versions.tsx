import { removeValue, setValue } from "../../../engine/config/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";
import { NumberControl, NumbersControl, SwitchControl } from "./inputs.tsx";
import { Section } from "./section.tsx";

const root = "version_policy";

const choices = [
  { value: "default", label: "Newest" },
  { value: "latest", label: "Newest few" },
  { value: "specific", label: "These" },
  { value: "all", label: "All" },
] as const;
type Choice = (typeof choices)[number]["value"];

const initial: Record<Exclude<Choice, "default">, object> = {
  latest: { num_versions: 2 },
  specific: { versions: [1] },
  all: {},
};

/** The served versions, and whether their responses are cached. */
export function Versions() {
  const { parsed, edit } = useConfigView();
  const policy = parsed.config.version_policy;
  const chosen: Choice =
    choices.find(({ value }) => policy !== undefined && value in policy)?.value ?? "default";
  const pick = (next: Choice) => {
    if (next === chosen) return;
    edit((text) =>
      next === "default"
        ? removeValue(text, [root])
        : setValue(text, [root], { [next]: initial[next] }),
    );
  };
  return (
    <>
      <Section title="Versions">
        <Marked path={[root]}>
          <Segmented label="Versions served" options={choices} value={chosen} onPick={pick} />
        </Marked>
        {chosen === "latest" && (
          <NumberControl path={[root, "latest", "num_versions"]} label="How many" />
        )}
        {chosen === "specific" && (
          <NumbersControl path={[root, "specific", "versions"]} label="Versions" />
        )}
      </Section>
      <Section title="Response cache">
        <SwitchControl path={["response_cache", "enable"]} label="Cache responses" />
      </Section>
    </>
  );
}
