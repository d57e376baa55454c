/**
 * Reads a field of JSON from outside: its value, or undefined where it is absent, null or of another type. An API server
 * writes an empty list as `[]`, as `null`, or leaves it out (kubernetes/kubernetes, `omitempty` and Go's nil slices).
 */
export type Reader<T> = (value: unknown) => T | undefined;

/** Longer texts are cut, characters. The API server's own messages have up to some thousand. */
const MAX_TEXT = 32 * 1024;
/** Of a longer list the first are read. */
const MAX_LISTED = 10_000;

export const text: Reader<string> = (value) =>
  typeof value === "string" ? value.slice(0, MAX_TEXT) : undefined;

export const number: Reader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

export const flag: Reader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

export const integer: Reader<number> = (value) =>
  Number.isSafeInteger(value) ? (value as number) : undefined;

/** A whole number from 0. */
export const count: Reader<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

export const port: Reader<number> = (value) => {
  const found = count(value);
  return found !== undefined && found > 0 && found < 65536 ? found : undefined;
};

/** A number or a name, as `port` of a probe. */
export const portOrName: Reader<number | string> = (value) => port(value) ?? text(value);

/** Elements of another type are left out. */
export function list<T>(read: Reader<T>): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    return value.slice(0, MAX_LISTED).flatMap((each) => {
      const found = read(each);
      return found === undefined ? [] : [found];
    });
  };
}

/** Labels: texts by name. */
export const labels: Reader<Record<string, string>> = (value) => {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_LISTED)
      .flatMap(([key, each]) => (typeof each === "string" ? [[key, text(each) ?? ""]] : [])),
  );
};

type Shape = Readonly<Record<string, Reader<unknown>>>;
type Read<R> = R extends Reader<infer T> ? T : never;
/** The result of {@link fields}: fields are absent where they have no value, except required ones. */
type Fields<S extends Shape, N extends keyof S> = { [K in N]: Read<S[K]> } & {
  [K in Exclude<keyof S, N>]?: Read<S[K]>;
};

/** Reads the given fields of an object; undefined where one of `needed` is missing. */
export function fields<S extends Shape, N extends keyof S = never>(
  shape: S,
  ...needed: readonly N[]
): Reader<Fields<S, N>> {
  const readers = Object.entries(shape);
  return (value) => {
    if (!isRecord(value)) return undefined;
    const found: Record<string, unknown> = {};
    for (const [key, read] of readers) {
      const each = Object.hasOwn(value, key) ? read(value[key]) : undefined;
      if (each !== undefined) found[key] = each;
    }
    return needed.every((key) => (key as string) in found) ? (found as Fields<S, N>) : undefined;
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
