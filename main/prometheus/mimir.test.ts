// `npm run test:real` builds Mimir.
import { describeCompatible } from "./testing/compatible-source.ts";
import { noMimir, startMimir, TENANT } from "./testing/mimir-process.ts";
import { sourceDraft } from "./testing/observed-engine.ts";

describeCompatible({
  name: "Mimir",
  missing: noMimir,
  start: startMimir,
  connections: (address) => {
    const wrong = { ...sourceDraft("compatible", address), auth: { kind: "none" } } as const;
    return { right: { ...wrong, tenant: TENANT }, wrong };
  },
});
