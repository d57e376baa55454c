import { Page } from "../ui/page.tsx";

export function Logs() {
  return <Page title="Logs">…</Page>;
}
