import fs from "node:fs";
import type { TlsMaterial } from "../../wire/index.ts";

const pem = (name: string) =>
  fs.readFileSync(new URL(`./certificates/${name}`, import.meta.url), "utf8");

/** For a server named server.example that requires a client certificate. */
export const serverCertificates = {
  ca: pem("ca.pem"),
  cert: pem("server.pem"),
  key: pem("server.key"),
  requestCert: true,
  rejectUnauthorized: true,
};

/** For a client that it accepts. */
export const clientMaterial: TlsMaterial = {
  ca: pem("ca.pem"),
  certificate: pem("client.pem"),
  key: pem("client.key"),
  serverName: "server.example",
};
