import { SwitchControl, TextControl } from "./inputs.tsx";
import { Columns, Section } from "./section.tsx";

export function Model() {
  return (
    <Section title="Model">
      <Columns>
        <TextControl path={["name"]} label="Name" />
        <TextControl path={["backend"]} label="Backend" />
        <TextControl path={["platform"]} label="Platform" />
        <TextControl path={["default_model_filename"]} label="Model file" />
        <SwitchControl path={["model_transaction_policy", "decoupled"]} label="Decoupled" />
      </Columns>
    </Section>
  );
}
