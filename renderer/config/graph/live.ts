import { createContext, use } from "react";
import type { Samples } from "./bottleneck.ts";

interface Live {
  readonly samples: Samples;
  /** The model in which requests spend most time. */
  readonly slowest: string | null;
  /** Models that do not serve. */
  readonly idle: ReadonlySet<string>;
}

const Context = createContext<Live>({ samples: new Map(), slowest: null, idle: new Set() });

export const LiveProvider = Context.Provider;

export function useLive(): Live {
  return use(Context);
}
