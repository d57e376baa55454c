import { z } from "zod";

/** How a test starts a real server itself. */
export const realCommand = z.object({
  command: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});

/** What `npm run test:real` passes on in a variable, as JSON; null without it. */
export function readReal<T>(variable: string, schema: z.ZodType<T>): T | null {
  const given = process.env[variable];
  return given === undefined ? null : schema.parse(JSON.parse(given));
}
