import { fields, flag, type Reader } from "../fields.ts";
import type { KubeApi } from "../access/api.ts";

/** What a user may be allowed to do in a namespace. */
export interface Right {
  readonly verb: string;
  /** "" of the core. */
  readonly group: string;
  /** "pods", "pods/log" */
  readonly resource: string;
}

const PATH = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const readReview: Reader<{ status?: { allowed?: boolean } }> = fields({
  status: fields({ allowed: flag }),
});

/** Those that the user doesn't have, "patch statefulsets". A cluster that doesn't answer the question names none. */
export async function missingRights(
  api: KubeApi,
  namespace: string,
  rights: readonly Right[],
): Promise<string[]> {
  const each = await Promise.all(
    rights.map(async ({ verb, group, resource: whole }) => {
      const [resource, subresource] = whole.split("/");
      const attributes = { namespace, verb, group, resource, ...(subresource && { subresource }) };
      const body = {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SelfSubjectAccessReview",
        spec: { resourceAttributes: attributes },
      };
      const review = await api
        .create(PATH, body, "create selfsubjectaccessreviews", readReview)
        .catch(() => null);
      return review?.status?.allowed === false ? [`${verb} ${whole}`] : [];
    }),
  );
  return each.flat();
}
