import type { Replica, ServingPorts, Workload } from "../../contract/index.ts";
import type { EndpointSlice, Service } from "../objects.ts";

const SERVICE_LABEL = "kubernetes.io/service-name";

/** Which Services lead to which pods, by EndpointSlices (discovery.k8s.io/v1). */
export class ServiceMap {
  readonly #services: ReadonlyMap<string, Service>;
  readonly #slices = new Map<string, EndpointSlice[]>();

  constructor(services: readonly Service[], slices: readonly EndpointSlice[]) {
    this.#services = new Map(services.map((each) => [keyOf(each), each]));
    for (const slice of slices) {
      const service = slice.metadata.labels?.[SERVICE_LABEL];
      if (service === undefined) continue;
      const key = `${slice.metadata.namespace ?? ""}/${service}`;
      this.#slices.set(key, [...(this.#slices.get(key) ?? []), slice]);
    }
  }

  of(namespace: string, pod: string): Replica["services"] {
    return [...this.#slices].flatMap(([key, slices]) => {
      if (!key.startsWith(`${namespace}/`)) return [];
      const endpoints = slices.flatMap((slice) =>
        (slice.endpoints ?? []).filter(({ targetRef }) => isPod(targetRef, pod)),
      );
      if (endpoints.length === 0) return [];
      const ready = endpoints.some(({ conditions }) => conditions?.ready !== false);
      return [{ name: key.slice(namespace.length + 1), ready }];
    });
  }

  /** Where a Service leads to a container's ports; null where it leads to none of them. */
  address(
    namespace: string,
    service: string,
    ports: ServingPorts,
  ): Workload["addresses"][number] | null {
    const host = `${service}.${namespace}.svc`;
    const at = (target: number | null) => {
      const port = target === null ? null : this.#portOf(`${namespace}/${service}`, target);
      return port === null ? "" : `${host}:${port}`;
    };
    const address = {
      service,
      http: at(ports.http),
      grpc: at(ports.grpc),
      metrics: at(ports.metrics),
    };
    return address.http === "" && address.grpc === "" ? null : address;
  }

  /** The Service's port behind which a container's port is. A headless one leads to the container's itself. */
  #portOf(key: string, target: number): number | null {
    const slices = this.#slices.get(key) ?? [];
    const port = slices.flatMap((slice) => slice.ports ?? []).find((each) => each.port === target);
    if (!port) return null;
    const spec = this.#services.get(key)?.spec;
    if (spec?.clusterIP === "None") return target;
    const own = spec?.ports?.find(({ name }) => (name ?? "") === (port.name ?? ""));
    return own?.port ?? target;
  }
}

function keyOf({ metadata }: Service): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

function isPod(target: { kind?: string; name?: string } | undefined, pod: string): boolean {
  return target?.kind === "Pod" && target.name === pod;
}
