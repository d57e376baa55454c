import fs from "node:fs";

const pem = (name: string) =>
  fs.readFileSync(new URL(`./certificates/${name}`, import.meta.url), "utf8");

/** Made by certificates/make.sh. Servers are localhost and 127.0.0.1, except `elsewhere`, which is server.example. */
export const certificates = {
  ca: pem("ca.pem"),
  otherCa: pem("other-ca.pem"),
  serverKey: pem("server.key"),
  server: pem("server.pem"),
  expired: pem("expired.pem"),
  elsewhere: pem("elsewhere.pem"),
  client: { certificate: pem("client.pem"), key: pem("client.key") },
} as const;

export type ServerCertificate = "server" | "expired" | "elsewhere";
