import { z } from "zod";

/** A stored object that can't be read or opened. It is kept until a user removes it. */
export const unreadable = z.object({
  id: z.string(),
  /** Where its name can't be read: what it is and its id. */
  name: z.string(),
  /** A sentence. */
  reason: z.string(),
});
export type Unreadable = z.infer<typeof unreadable>;
