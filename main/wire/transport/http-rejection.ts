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
      `${url} responds with HTTP 401: credentials are missing or not accepted. Check the connection's authentication.${withheld}`,
    );
  if (status === 403)
    return new StatusError(
      "PERMISSION_DENIED",
      `${url} responds with HTTP 403: this connection's credentials don't permit access.${withheld}`,
    );
  if (status >= 502 && status <= 504)
    return new StatusError(
      "UNAVAILABLE",
      `Can't reach ${url}: a gateway there responds with HTTP ${status}.`,
      { details: { unreachable: true } },
    );
  return null;
}
