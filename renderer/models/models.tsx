import { Page } from "../ui/page.tsx";

export function Models() {
  return <Page title="Models">…</Page>;
}
