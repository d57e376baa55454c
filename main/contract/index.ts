import type { z } from "zod";
import type { RequestDefinition, TopicDefinition } from "./define.ts";
import * as domains from "./domains.ts";

export * from "./domains.ts";

/** Every request of every domain: what `domains.ts` exports under names that end in `Requests`. */
export const requests = /* @__PURE__ */ joinDefinitions("Requests") satisfies Record<
  string,
  RequestDefinition
>;

/** Every topic of every domain: what `domains.ts` exports under names that end in `Topics`. */
export const topics = /* @__PURE__ */ joinDefinitions("Topics") satisfies Record<
  string,
  TopicDefinition
>;

export type RequestName = keyof typeof requests;
export type RequestParams<N extends RequestName> = z.input<(typeof requests)[N]["params"]>;
export type RequestResult<N extends RequestName> = z.output<(typeof requests)[N]["result"]>;

export type TopicName = keyof typeof topics;
export type TopicParams<N extends TopicName> = z.input<(typeof topics)[N]["params"]>;
export type TopicEvent<N extends TopicName> = z.output<(typeof topics)[N]["event"]>;

type Domains = typeof domains;
type DefinitionsIn<Suffix extends string> = Domains[Extract<keyof Domains, `${string}${Suffix}`>];
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never;
type Flat<T> = { [K in keyof T]: T[K] };

function joinDefinitions<Suffix extends string>(suffix: Suffix) {
  const named = Object.entries(domains).filter(([name]) => name.endsWith(suffix));
  const joined = Object.assign({}, ...named.map(([, definitions]) => definitions));
  return joined as Flat<Intersection<DefinitionsIn<Suffix>>>;
}
