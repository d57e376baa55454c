import type { PrometheusAbout } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";

/** Describes a server with Prometheus's API: "version 3.5.0, 4 targets, 3 up". */
export function aboutText({ product, version, targets }: PrometheusAbout): string {
  return [
    product,
    version && `version ${version}`,
    targets === null ? "no targets yet" : `${count(targets.all, "target")}, ${targets.up} up`,
  ]
    .filter(Boolean)
    .join(", ");
}
