// Closed-loop load as a separate process: `load-process.ts grpc|http|socket HOST:PORT MODEL CONCURRENCY SECONDS INPUT_BYTES OWN_CONNECTIONS` prints JSON.
import { GrpcConnection } from "../../main/lab/generator/grpc-connection.ts";
import { GrpcLane } from "../../main/lab/generator/grpc-lane.ts";
import { HttpLane } from "../../main/lab/generator/http-lane.ts";
import type { Done, Lane, WireRequest } from "../../main/lab/generator/lane.ts";
import { socketsTo } from "../../main/lab/generator/sockets.ts";
import { targetAt } from "../../main/lab/testing/run-spec.ts";
import { grpcRequest, httpRequest } from "./messages.ts";

const [wire, address = "", model = "", concurrency, seconds, inputBytes, own] =
  process.argv.slice(2);
const isHttp = wire === "http" || wire === "socket";
const WARM_UP_MS = 300;
const target = targetAt(address);
const shared = new GrpcConnection(target);
const sockets = socketsTo(target);
const request: WireRequest = {
  bytes: isHttp ? httpRequest(model, Number(inputBytes)) : grpcRequest(model, Number(inputBytes)),
  deadlineMs: null,
  decoupled: false,
  items: 1,
  check: null,
};
const open = (done: Done): Lane =>
  isHttp
    ? new HttpLane(sockets, done)
    : new GrpcLane(own === "true" ? new GrpcConnection(target) : shared, done);

let answers = 0;
let failures = 0;
for (let i = 0; i < Number(concurrency); i++) {
  const lane = open((failure) => {
    if (failure === null) answers += 1;
    else failures += 1;
    lane.send(request);
  });
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
