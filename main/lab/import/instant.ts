import { z } from "zod";

/** An instant in ISO 8601, to ms since the epoch. */
export const instant = z.iso.datetime().transform((text) => Date.parse(text));
