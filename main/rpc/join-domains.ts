import type { RequestName, TopicName } from "../contract/index.ts";
import type { AllHandlers } from "./handlers.ts";

/** A domain's handlers; either may be left out. */
interface Answers {
  readonly requests?: object;
  readonly topics?: object;
}

type KeysOf<U> = U extends unknown ? keyof U : never;
type Answered<D extends readonly Answers[], Part extends keyof Answers> = KeysOf<
  NonNullable<Extract<D[number], { readonly [P in Part]: unknown }>[Part]>
>;
type Missing<D extends readonly Answers[]> =
  | Exclude<RequestName, Answered<D, "requests">>
  | Exclude<TopicName, Answered<D, "topics">>;

/**
 * The handlers of the whole contract. A name without a handler is a type error that shows the name; a name with two handlers
 * throws.
 */
export function joinDomains<const D extends readonly Answers[]>(
  domains: D & ([Missing<D>] extends [never] ? unknown : { readonly missing: Missing<D> }),
): AllHandlers {
  const requests = {};
  const topics = {};
  for (const domain of domains) {
    addOnce(requests, domain.requests ?? {});
    addOnce(topics, domain.topics ?? {});
  }
  return { requests, topics } as AllHandlers;
}

function addOnce(all: object, more: object): void {
  for (const name of Object.keys(more))
    if (Object.hasOwn(all, name)) throw new Error(`Two domains answer '${name}'.`);
  Object.assign(all, more);
}
