import type {
  ConnectionDraft,
  Pem,
  SecretDraft,
  ShownConnection,
  ShownSecret,
} from "../../../main/contract/index.ts";
import { type Addresses, WAYS } from "../addresses.ts";

/** A secret in the form. `shown`: what the host stores; null if nothing. */
export interface SecretForm {
  readonly how: "typed" | "environment";
  readonly value: string;
  readonly variable: string;
  readonly shown: ShownSecret | null;
}

export interface PemForm {
  readonly how: "file" | "text";
  readonly path: string;
  readonly text: string;
}

export interface HeaderForm {
  /** Stable while other rows are removed. */
  readonly id: number;
  readonly name: string;
  readonly value: SecretForm;
}

/** The form of a connection, with all fields, used or not. */
export interface ConnectionForm extends Addresses {
  readonly name: string;
  readonly kind: ConnectionDraft["kind"];
  /** The protocol of the first field, "Address". */
  readonly first: "http" | "grpc";
  readonly ca: PemForm;
  readonly certificate: PemForm;
  readonly keyHow: "file" | "secret";
  readonly keyPath: string;
  readonly key: SecretForm;
  readonly serverName: string;
  readonly auth: ConnectionDraft["auth"]["kind"];
  readonly token: SecretForm;
  readonly user: string;
  readonly password: SecretForm;
  readonly headers: readonly HeaderForm[];
  readonly proxy: string;
  /** Names, separated by commas. */
  readonly models: string;
}

const noSecret: SecretForm = { how: "typed", value: "", variable: "", shown: null };
const noPem: PemForm = { how: "file", path: "", text: "" };

export const emptyForm: ConnectionForm = {
  name: "",
  kind: "auto",
  http: "",
  grpc: "",
  metrics: "",
  first: "http",
  ca: noPem,
  certificate: noPem,
  keyHow: "file",
  keyPath: "",
  key: noSecret,
  serverName: "",
  auth: "none",
  token: noSecret,
  user: "",
  password: noSecret,
  headers: [],
  proxy: "",
  models: "",
};

export function toForm(shown: ShownConnection): ConnectionForm {
  const { name, kind, http, grpc, metrics, tls, auth, headers, proxy, models } = shown;
  return {
    ...emptyForm,
    name,
    kind,
    http,
    grpc,
    metrics,
    first: http !== "" ? "http" : "grpc",
    ca: pemForm(tls?.ca ?? null),
    certificate: pemForm(tls?.certificate ?? null),
    keyHow: tls?.key?.kind ?? "file",
    keyPath: tls?.key?.kind === "file" ? tls.key.path : "",
    key: tls?.key?.kind === "secret" ? secretForm(tls.key.secret) : noSecret,
    serverName: tls?.serverName ?? "",
    auth: auth.kind,
    token: auth.kind === "bearer" ? secretForm(auth.token) : noSecret,
    user: auth.kind === "basic" ? auth.user : "",
    password: auth.kind === "basic" ? secretForm(auth.password) : noSecret,
    headers: headers.map((header, id) => ({
      id,
      name: header.name,
      value: secretForm(header.value),
    })),
    proxy,
    models: models?.join(", ") ?? "",
  };
}

/** Distinct names in their order. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

export function toDraft(form: ConnectionForm): ConnectionDraft {
  const { name, kind, proxy } = form;
  const [http, grpc, metrics] = WAYS.map((way) => form[way].trim()) as [string, string, string];
  return {
    name: name.trim(),
    kind,
    http,
    grpc,
    metrics,
    tls: toTls(form),
    auth: toAuth(form),
    headers: form.headers
      .filter((header) => header.name.trim() !== "")
      .map((header) => ({ name: header.name.trim(), value: toSecret(header.value) })),
    proxy: proxy.trim(),
    models: namesIn(form.models),
  };
}

/** Whether an empty field under "Typed" keeps the stored value. */
export const isKept = ({ how, value, shown }: SecretForm): boolean =>
  how === "typed" && value === "" && shown !== null && shown.kind !== "environment";

function toSecret(form: SecretForm): SecretDraft {
  if (isKept(form)) return { kind: "kept" };
  if (form.how === "environment") return { kind: "environment", variable: form.variable.trim() };
  return { kind: "given", value: form.value };
}

function secretForm(shown: ShownSecret): SecretForm {
  return shown.kind === "environment"
    ? { ...noSecret, how: "environment", variable: shown.variable, shown }
    : { ...noSecret, shown };
}

function pemForm(pem: Pem | null): PemForm {
  if (pem === null) return noPem;
  return pem.kind === "file"
    ? { ...noPem, path: pem.path }
    : { ...noPem, how: "text", text: pem.text };
}

function toPem({ how, path, text }: PemForm): Pem | null {
  if (how === "file") return path.trim() === "" ? null : { kind: "file", path: path.trim() };
  return text.trim() === "" ? null : { kind: "text", text };
}

function toTls(form: ConnectionForm): ConnectionDraft["tls"] {
  const ca = toPem(form.ca);
  const certificate = toPem(form.certificate);
  const key = toKey(form);
  const serverName = form.serverName.trim();
  if (ca === null && certificate === null && key === null && serverName === "") return null;
  return { ca, certificate, key, serverName };
}

function toKey({
  keyHow,
  keyPath,
  key,
}: ConnectionForm): NonNullable<ConnectionDraft["tls"]>["key"] {
  if (keyHow === "file")
    return keyPath.trim() === "" ? null : { kind: "file", path: keyPath.trim() };
  const nothing =
    key.how === "typed" ? key.value === "" && !isKept(key) : key.variable.trim() === "";
  return nothing ? null : { kind: "secret", secret: toSecret(key) };
}

function toAuth({ auth, token, user, password }: ConnectionForm): ConnectionDraft["auth"] {
  switch (auth) {
    case "none":
      return { kind: "none" };
    case "bearer":
      return { kind: "bearer", token: toSecret(token) };
    case "basic":
      return { kind: "basic", user: user.trim(), password: toSecret(password) };
  }
}
