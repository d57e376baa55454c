import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate for 127.0.0.1 by an authority that no one knows. */
export interface PrivateAuthority {
  /** To be removed. */
  readonly folder: string;
  /** File of the authority's certificate. */
  readonly bundle: string;
  readonly key: string;
  readonly cert: string;
}

/** Undefined where openssl is not installed. */
export function privateAuthority(): PrivateAuthority | undefined {
  const folder = mkdtempSync(join(tmpdir(), "batchdeck-authority-"));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" });
  const made = ["-nodes", "-newkey", "rsa:2048"];
  writeFileSync(file("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  try {
    const root = ["-keyout", file("ca.key"), "-out", file("ca.pem")];
    openssl("req", "-x509", "-subj", "/CN=private", "-days", "1", ...made, ...root);
    const request = ["-keyout", file("key.pem"), "-out", file("request")];
    openssl("req", "-subj", "/CN=store", ...made, ...request);
    const signed = ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial"];
    const names = ["-extfile", file("names"), "-out", file("cert.pem")];
    openssl("x509", "-req", "-days", "1", "-in", file("request"), ...signed, ...names);
  } catch {
    return undefined;
  }
  const read = (name: string) => readFileSync(file(name), "utf8");
  return { folder, bundle: file("ca.pem"), key: read("key.pem"), cert: read("cert.pem") };
}
