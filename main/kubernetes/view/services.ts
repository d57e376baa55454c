import type { Replica, ServingPorts, Workload } from "../../contract/index.ts";
import type { EndpointSlice, Service } from "../objects.ts";

type SlicePort = NonNullable<EndpointSlice["ports"]>[number];

const SERVICE_LABEL = "kubernetes.io/service-name";

/** Which Services lead to which pods, by EndpointSlices (discovery.k8s.io/v1). */
export class ServiceMap {
  readonly #services: ReadonlyMap<string, Service>;
  readonly #ports = new Map<string, SlicePort[]>();
  /** By pod, the names of Services and whether they send it requests. */
  readonly #byPod = new Map<string, Map<string, boolean>>();

  constructor(services: readonly Service[], slices: readonly EndpointSlice[]) {
    this.#services = new Map(services.map((each) => [serviceKey(each), each]));
    for (const { metadata, ports = [], endpoints = [] } of slices) {
      const { namespace = "", labels } = metadata;
      const service = labels?.[SERVICE_LABEL];
      if (service === undefined) continue;
      const known = this.#ports.get(`${namespace}/${service}`);
      if (known) known.push(...ports);
      else this.#ports.set(`${namespace}/${service}`, [...ports]);
      for (const { targetRef, conditions } of endpoints)
        if (targetRef?.kind === "Pod")
          this.#put(`${namespace}/${targetRef.name}`, service, conditions?.ready !== false);
    }
  }

  of(namespace: string, pod: string): Replica["services"] {
    const services = this.#byPod.get(`${namespace}/${pod}`) ?? [];
    return [...services].map(([name, ready]) => ({ name, ready }));
  }

  /** Where a Service leads to a container's ports; null where it leads to none of them. */
  address(
    namespace: string,
    service: string,
    ports: ServingPorts,
  ): Workload["addresses"][number] | null {
    const host = `${service}.${namespace}.svc`;
    const at = (target: number | null) => {
      const port = target === null ? null : this.#findPort(`${namespace}/${service}`, target);
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
  #findPort(key: string, target: number): number | null {
    const port = this.#ports.get(key)?.find((each) => each.port === target);
    if (!port) return null;
    const spec = this.#services.get(key)?.spec;
    if (spec?.clusterIP === "None") return target;
    const own = spec?.ports?.find(({ name }) => (name ?? "") === (port.name ?? ""));
    return own?.port ?? target;
  }

  /** A pod can be in several slices of a Service, e.g. one for each family of addresses. */
  #put(pod: string, service: string, ready: boolean): void {
    const services = this.#byPod.get(pod) ?? new Map<string, boolean>();
    this.#byPod.set(pod, services);
    services.set(service, ready || services.get(service) === true);
  }
}

function serviceKey({ metadata }: Service): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}
