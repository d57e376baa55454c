import type { Method } from "../wire.ts";
import { RESPONSE_FIELDS } from "./call-stream.ts";
import type { CallEnvironment, Request } from "./server-call.ts";
import { StreamingCall } from "./streaming-call.ts";
import { UnaryCall } from "./unary-call.ts";

/** Starts the call that a request names; answers requests for anything else itself. */
export function accept(
  request: Request,
  methods: ReadonlyMap<string, Method>,
  environment: CallEnvironment,
): void {
  const method = findMethod(request, methods);
  if (method === undefined) return;
  const call =
    "handle" in method
      ? new UnaryCall(method, request, environment)
      : new StreamingCall(method, request, environment);
  call.start();
}

function findMethod(
  { stream, headers }: Request,
  methods: ReadonlyMap<string, Method>,
): Method | undefined {
  const method = methods.get(headers[":path"] ?? "");
  const type = headers["content-type"];
  if (method && headers[":method"] === "POST" && type === "application/grpc") return method;
  if (headers[":method"] !== "POST") {
    stream.reject([
      { name: ":status", value: "405" },
      { name: "allow", value: "POST" },
    ]);
  } else if (!/^application\/grpc([+;]|$)/.test(type ?? "")) {
    stream.reject([{ name: ":status", value: "415" }]);
  } else if (method) return method;
  else {
    stream.reject([
      ...RESPONSE_FIELDS,
      { name: "grpc-status", value: "12" },
      { name: "grpc-message", value: "this server has no such method" },
    ]);
  }
  return undefined;
}
