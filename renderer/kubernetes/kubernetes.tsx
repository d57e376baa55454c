import { Page } from "../ui/page.tsx";

export function Kubernetes() {
  return <Page title="Kubernetes">{null}</Page>;
}
