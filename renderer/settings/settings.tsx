import { Page } from "../ui/page.tsx";

export function Settings() {
  return <Page title="Settings">…</Page>;
}
