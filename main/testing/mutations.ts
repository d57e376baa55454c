import fc from "fast-check";

/** Replacements for a part of a document: absent, null, empty, of another type, or very large. */
export const REPLACEMENTS: readonly unknown[] = [
  undefined,
  null,
  "",
  [],
  {},
  [null],
  [{}],
  { "": null },
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  "no such value",
  "\u001b[31m/../..\u0000",
  "x".repeat(200_000),
  Array.from({ length: 200_000 }, () => null),
];

interface Mutation {
  /** A number from 0 to 1 that chooses the part. */
  readonly at: number;
  readonly by: unknown;
}

/** Up to three parts of a document replaced. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    by: fc.constantFrom(...REPLACEMENTS),
  }),
  { minLength: 1, maxLength: 3 },
);

/** A copy of `document` with parts replaced; `undefined` removes a field. */
export function mutated(document: unknown, changes: readonly Mutation[]): unknown {
  const root = { document: structuredClone(document) };
  for (const { at, by } of changes) {
    const places = placesIn(root);
    const place = places[Math.floor(at * places.length)];
    if (!place) continue;
    const [holder, key] = place;
    if (by === undefined && !Array.isArray(holder)) delete holder[key];
    else holder[key] = structuredClone(by);
  }
  return root.document;
}

type Holder = Record<string, unknown>;

function placesIn(value: unknown, places: [Holder, string][] = []): [Holder, string][] {
  if (typeof value !== "object" || value === null) return places;
  // What was put there as very large is one place.
  const keys = Object.keys(value).slice(0, 1000);
  for (const key of keys) {
    places.push([value as Holder, key]);
    placesIn((value as Holder)[key], places);
  }
  return places;
}
