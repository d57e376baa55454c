/** What a path of the API server names. */
export interface ResourcePath {
  /** Group, version and plural: "/apis/apps/v1/replicasets". */
  readonly collection: string;
  readonly plural: string;
  /** "": all, or a resource that belongs to none. */
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

/** As https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris has them. */
export function resourcePath(path: string): ResourcePath | null {
  const match = /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\/(.+)$/.exec(path);
  if (!match) return null;
  const [, group = "", rest = ""] = match;
  const parts = rest.split("/");
  const isNamespaced = parts[0] === "namespaces" && parts.length > 2;
  const [plural = "", name = "", subresource = ""] = isNamespaced ? parts.slice(2) : parts;
  const namespace = isNamespaced ? (parts[1] ?? "") : "";
  return { collection: `${group}/${plural}`, plural, namespace, name, subresource };
}
