// `npm run test:real` gets VictoriaMetrics.
import { describeCompatible } from "./testing/compatible-source.ts";
import { PASSWORD, USER } from "./testing/observed-engine.ts";
import { noVictoriaMetrics, startVictoriaMetrics } from "./testing/victoria-metrics-process.ts";

describeCompatible({
  name: "VictoriaMetrics",
  missing: noVictoriaMetrics,
  start: (target) =>
    startVictoriaMetrics({ job: "triton", target, user: USER, password: PASSWORD }),
});
