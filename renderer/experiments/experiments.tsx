import { Page } from "../ui/page.tsx";

export function Experiments() {
  return <Page title="Experiments">…</Page>;
}
