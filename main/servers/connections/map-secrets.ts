import type { z } from "zod";
import type { connectionWith } from "../../contract/index.ts";

/** A connection whose secrets have the type `S`. */
export type With<S> = z.infer<ReturnType<typeof connectionWith<z.ZodType<S>>>>;

/** Every secret of a connection with its place: "tls.key", "auth.token", "auth.password", "headers.NAME". */
export function listSecrets<S>({ tls, auth, headers }: With<S>): [place: string, secret: S][] {
  const secrets: [string, S][] = headers.map(({ name, value }) => [headerPlace(name), value]);
  if (tls?.key?.kind === "secret") secrets.push(["tls.key", tls.key.secret]);
  if (auth.kind === "bearer") secrets.push(["auth.token", auth.token]);
  if (auth.kind === "basic") secrets.push(["auth.password", auth.password]);
  return secrets;
}

/** The same connection with other secrets in it. */
export function mapSecrets<S, T>(
  { tls, auth, headers, ...rest }: With<S>,
  map: (secret: S, place: string) => T,
): With<T> {
  return {
    ...rest,
    tls: tls && {
      ...tls,
      key:
        tls.key?.kind === "secret"
          ? { kind: "secret", secret: map(tls.key.secret, "tls.key") }
          : tls.key,
    },
    auth: mapAuth(auth, map),
    headers: headers.map(({ name, value }) => ({ name, value: map(value, headerPlace(name)) })),
  };
}

function mapAuth<S, T>(
  auth: With<S>["auth"],
  map: (secret: S, place: string) => T,
): With<T>["auth"] {
  if (auth.kind === "bearer") return { kind: "bearer", token: map(auth.token, "auth.token") };
  if (auth.kind === "basic") return { ...auth, password: map(auth.password, "auth.password") };
  return auth;
}

/** Headers keep their secrets when others are added or removed: they are identified by name. */
function headerPlace(name: string): string {
  return `headers.${name.toLowerCase()}`;
}
