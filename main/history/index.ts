export { History } from "./history.ts";
export { Pins } from "./pins.ts";
