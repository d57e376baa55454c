import { StatusError } from "../../../base/status-error.ts";
import type { ServerHttp } from "./server-http.ts";

/**
 * The error for denied access, or a gateway that can't reach its server, whatever the response's text; null for any
 * other status.
 */
export function recogniseRefusal(
  { url, withheld }: ServerHttp,
  status: number,
): StatusError | null {
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
