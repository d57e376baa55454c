// Closed-loop load in a process of its own: `load-process.ts grpc|http HOST:PORT CONCURRENCY SECONDS` prints JSON.
import http2 from "node:http2";
import { HttpLane } from "../../main/lab/generator/http-lane.ts";
import { framed, Http2Lane } from "./http2-lane.ts";
import { grpcRequest, httpRequest } from "./messages.ts";

const [wire, address = "", concurrency, seconds] = process.argv.slice(2);
const WARM_UP_MS = 300;
const [host = "", port] = address.split(":");
const session = wire === "grpc" ? http2.connect(`http://${address}`) : undefined;
const request = session ? framed(grpcRequest) : httpRequest;

let answers = 0;
let failures = 0;
for (let i = 0; i < Number(concurrency); i++) {
  const done = (ok: boolean) => {
    if (ok) answers += 1;
    else failures += 1;
    lane.send(request);
  };
  const lane = session
    ? new Http2Lane(session, done)
    : new HttpLane({ host, port: Number(port) }, (failure) => done(failure === null));
  lane.send(request);
}

setTimeout(() => {
  const startedAt = performance.now();
  const before = answers;
  setTimeout(() => {
    const rate = ((answers - before) / (performance.now() - startedAt)) * 1000;
    process.stdout.write(JSON.stringify({ rate, answers, failures }), () => process.exit(0));
  }, Number(seconds) * 1000);
}, WARM_UP_MS);
