import { z } from "zod";

/** Parts of servers' documents whose unreadable entries are left out, so that the rest is read (HOSTILE-3). */

/** A field that may be missing or of another type without making the document invalid. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

/** Of a longer list the first are read. */
const MAX_ENTRIES = 100_000;

/** A list's readable entries. Invalid if it isn't a list. */
export function entries<T extends z.ZodType>(schema: T) {
  return z.array(z.unknown()).transform((all) => readable(schema, all));
}

/** Like {@link entries}; empty if the list is absent, null or of another type. */
export function optionalEntries<T extends z.ZodType>(schema: T) {
  return optional(z.array(z.unknown())).transform((all) => readable(schema, all ?? []));
}

/** An object's readable values by key. Invalid if it isn't an object. */
export function entriesByKey<T extends z.ZodType>(schema: T) {
  return z.record(z.string(), z.unknown()).transform((all) => {
    const found = new Map<string, z.output<T>>();
    for (const [key, value] of Object.entries(all).slice(0, MAX_ENTRIES)) {
      const { success, data } = schema.safeParse(value);
      if (success) found.set(key, data);
    }
    return found;
  });
}

function readable<T extends z.ZodType>(schema: T, all: readonly unknown[]): z.output<T>[] {
  return all.slice(0, MAX_ENTRIES).flatMap((each) => {
    const { success, data } = schema.safeParse(each);
    return success ? [data] : [];
  });
}
