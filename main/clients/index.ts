export { startClients } from "./start-clients.ts";
export { type Exchanged, exchangeOnce } from "../wire/exchange/index.ts";
export { type PreparedRequest, prepareRequest } from "../wire/exchange/index.ts";
export { pythonString, scriptString } from "./code/quote.ts";
export { Trials } from "./trials.ts";
