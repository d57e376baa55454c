import http from "node:http";
import { expect, it } from "vitest";
import { statistics } from "./testing/fake-server.ts";
import { answerOk } from "./testing/inference-server.ts";
import { LabFixture, levels } from "./testing/lab-fixture.ts";

it("[V15] a server that is replaced during a step makes it INVALID, and the lab continues", async () => {
  const replaced = Promise.withResolvers<http.Server>();
  let counted = () => 1_000_000 + fixture.http.requests;
  const answer = answerOk(2);
  await using fixture = await LabFixture.create((request, response) => {
    if (request.count === 100) void replaceAt(fixture.http.address).then(replaced.resolve);
    answer(request, response);
  });
  fixture.server.statistics = async () => [statistics(counted())];

  /** Another process at the same address: connections break, counters start at zero. */
  async function replaceAt(address: string): Promise<http.Server> {
    fixture.http.kill();
    let requests = 0;
    const other = http.createServer((_request, response) => {
      requests += 1;
      response.writeHead(200, { "content-length": 40 }).end(Buffer.alloc(40));
    });
    counted = () => requests;
    const port = Number(address.split(":")[1]);
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    return other;
  }

  const id = await fixture.start({ load: levels(1), secondsPerStep: 1 });
  const other = await replaced.promise;
  await fixture.finished(id);
  const { steps, state } = fixture.get(id);
  other.close();
  other.closeAllConnections();
  expect(state).toBe("done");
  expect(steps[0]?.verdict.verdict).toBe("invalid");
  expect(steps[0]?.verdict.reasons.map(({ id: rule }) => rule)).toContain("V15");
  expect(steps[0]?.server).toBeNull();
});
