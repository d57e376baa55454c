import { StatusError } from "../../../base/status-error.ts";
import type { ServerHttp } from "./server-http.ts";

/** Who is not let in, or a gateway that reaches nothing, whatever the answer's words; null for any other status. */
export function refusalOf({ url, withheld }: ServerHttp, status: number): StatusError | null {
  if (status === 401)
    return new StatusError(
      "UNAUTHENTICATED",
      `${url} answers 401: it wants credentials, or does not accept those of this connection.${withheld}`,
    );
  if (status === 403)
    return new StatusError(
      "PERMISSION_DENIED",
      `${url} answers 403: these credentials, or none, are not enough.${withheld}`,
    );
  if (status >= 502 && status <= 504)
    return new StatusError(
      "UNAVAILABLE",
      `No server answers at ${url}: a gateway there answers ${status}.`,
      { details: { unreachable: true } },
    );
  return null;
}
