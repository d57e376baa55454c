export { clientsDomain } from "./domain.ts";
export { type Exchanged, exchangeOnce } from "./exchange-once.ts";
export { type PreparedRequest, prepareRequest } from "./prepare.ts";
