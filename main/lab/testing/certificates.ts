import fs from "node:fs";
import type { TlsMaterial } from "../../wire/index.ts";

const pem = (name: string) =>
  fs.readFileSync(new URL(`./certificates/${name}`, import.meta.url), "utf8");

/** Of a server that calls itself server.example and wants a client's certificate. */
export const serverCertificates = {
  ca: pem("ca.pem"),
  cert: pem("server.pem"),
  key: pem("server.key"),
  requestCert: true,
  rejectUnauthorized: true,
};

/** Of a client that it answers. */
export const clientMaterial: TlsMaterial = {
  ca: pem("ca.pem"),
  certificate: pem("client.pem"),
  key: pem("client.key"),
  serverName: "server.example",
};
