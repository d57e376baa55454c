// `npm run test:real` builds Thanos.
import { describeCompatible } from "./testing/compatible-source.ts";
import { noThanos, REPLICA, startThanos } from "./testing/thanos-process.ts";

describeCompatible({
  name: "Thanos Querier",
  missing: noThanos,
  start: startThanos,
  labels: { replica: REPLICA },
});
