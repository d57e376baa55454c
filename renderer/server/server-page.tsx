import { Page } from "../ui/page.tsx";

export function ServerPage() {
  return <Page title="Server">{null}</Page>;
}
