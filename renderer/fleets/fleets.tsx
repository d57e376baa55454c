import { Page } from "../ui/page.tsx";

export function Fleets() {
  return <Page title="Fleets">{null}</Page>;
}
