import { Page } from "../ui/page.tsx";

export function Alerts() {
  return <Page title="Alerts">{null}</Page>;
}
