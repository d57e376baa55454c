import { Page } from "../ui/page.tsx";

export function NewExperiment() {
  return <Page title="NewExperiment">…</Page>;
}
