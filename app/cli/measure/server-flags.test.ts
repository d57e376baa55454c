import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseMeasureFlags } from "./parse-flags.ts";

const file = (name: string) =>
  fileURLToPath(new URL(`../../../main/lab/testing/certificates/${name}`, import.meta.url));
const targetOf = (...args: string[]) => parseMeasureFlags(["-m", "m", ...args]).target;

describe("measure's flags of the server", () => {
  it("[MEASURE-1] accept a URL with a path and ignore a trailing slash", () => {
    expect(targetOf("-u", "https://models.example/a/b/")).toMatchObject({
      host: "models.example",
      port: 443,
      path: "/a/b",
      tls: {},
    });
    expect(targetOf("-u", "[::1]:9000")).toMatchObject({ host: "::1", port: 9000, tls: null });
  });

  it("[MEASURE-1] read certificates and a key with perf_analyzer's names, over HTTP and gRPC", () => {
    const https = targetOf(
      "-u",
      "https://h:1",
      `--ssl-https-ca-certificates-file=${file("ca.pem")}`,
      `--ssl-https-client-certificate-file=${file("client.pem")}`,
      `--ssl-https-private-key-file=${file("client.key")}`,
    );
    const grpc = targetOf(
      "-i",
      "grpc",
      "--ssl-grpc-use-ssl",
      `--ssl-grpc-root-certifications-file=${file("ca.pem")}`,
      `--ssl-grpc-certificate-chain-file=${file("client.pem")}`,
      `--ssl-grpc-private-key-file=${file("client.key")}`,
    );
    expect(https.tls).toEqual(grpc.tls);
    expect(https.tls?.ca).toContain("BEGIN CERTIFICATE");
    expect(https.tls?.key).toContain("PRIVATE KEY");
  });

  it("[MEASURE-1] accept headers, and leave them out of the plan", () => {
    const flags = parseMeasureFlags(["-m", "m", "-H", "Authorization: Bearer geheim", "-H", "x:1"]);
    expect(flags.target.headers).toEqual({ authorization: "Bearer geheim", x: "1" });
    expect(JSON.stringify(flags.plan)).not.toContain("geheim");
  });
});
