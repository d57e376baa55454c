import { expect, test } from "vitest";
import { type AddressField, parseAddress } from "./address.ts";

test.each<[AddressField, string, string]>([
  ["grpc", "gpu-7:8001", "gpu-7 8001  plain"],
  ["grpc", " grpc://gpu-7:8001 ", "gpu-7 8001  plain"],
  ["grpc", "http://gpu-7:8001/x?a=b", "gpu-7 8001  plain"],
  ["grpc", "grpcs://triton.example", "triton.example 443  secure"],
  ["grpc", "https://triton.example:8443", "triton.example 8443  secure"],
  ["grpc", "[::1]:8001", "::1 8001  plain"],
  ["grpc", "dns:///gpu-7:8001", "gpu-7 8001  plain"],
  ["http", "http://Host", "host 80  plain"],
  ["http", "https://host/a/b/", "host 443 /a/b secure"],
  ["http", "host:8000/v1x?q#f", "host 8000 /v1x plain"],
  ["metrics", "http://host:8002/metrics", "host 8002  plain"],
  ["metrics", "https://host/team/metrics/", "host 443 /team secure"],
  ["proxy", "http://proxy:3128/", "proxy 3128  plain"],
])("[SERVER-C1] %s %j is taken as %s", (field, written, expected) => {
  const { host, port, path, secure } = parseAddress(field, written);
  expect(`${host} ${port} ${path} ${secure ? "secure" : "plain"}`).toBe(expected);
});

test.each<[AddressField, string, string]>([
  ["grpc", "gpu-7", "has no port"],
  ["grpc", "grpc://gpu-7", "has no port"],
  ["http", "gpu-7", "has no port"],
  ["grpc", "", "must be HOST:PORT"],
  ["grpc", "gpu-7:0", "has no port"],
  ["grpc", "gpu-7:99999", "must be HOST:PORT"],
  ["grpc", "300.1.1.1:8001", "must be HOST:PORT"],
  ["http", "ftp://gpu-7:8001", "begins with ftp://"],
  ["http", "grpc://gpu-7:8001", "begins with grpc://"],
  ["proxy", "https://proxy:3128", "begins with https://"],
  ["grpc", "two words:1", "must be HOST:PORT"],
])("[SERVER-C1] %s %j is rejected: %s", (field, written, why) => {
  expect(() => parseAddress(field, written)).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(why),
      details: { field },
    }),
  );
});

test("[SERVER-C2] rejects a password in an address without repeating it", () => {
  for (const written of ["https://me:geheim@gpu-7:8001", "geheim@host:1"]) {
    const parse = () => parseAddress("http", written);
    expect(parse).toThrow("contains a name or password");
    expect(parse).not.toThrow("geheim");
  }
});

test("[SERVER-C2] rejects a proxy's password, and does not ask for one where the server would receive it", () => {
  const parse = () => parseAddress("proxy", "http://me:geheim@proxy:3128");
  expect(parse).toThrow("which Batchdeck doesn't send to proxies");
  expect(parse).not.toThrow(/geheim|authentication/);
});
