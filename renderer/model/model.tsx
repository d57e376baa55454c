import { Page } from "../ui/page.tsx";

export function Model() {
  return <Page title="Model">…</Page>;
}
