// A closed loop on grpc-js: `grpc-js-loop.ts HOST:PORT CONCURRENCY SECONDS` prints requests and CPU time as JSON.
import grpc from "@grpc/grpc-js";
import { PREFIX_BYTES } from "../../engine/protocol/grpc/framing/frame.ts";
import { grpcRequest } from "../wire/messages.ts";

const [address = "", concurrency, seconds] = process.argv.slice(2);
const WARM_UP_MS = 500;
const path = "/inference.GRPCInferenceService/ModelInfer";
// Encoded in advance, like the generator's requests.
const message = grpcRequest("mlp").subarray(PREFIX_BYTES);
const asIs = (bytes: Buffer) => bytes;
const client = new grpc.Client(address, grpc.credentials.createInsecure());

let requests = 0;
let failures = 0;
function send(): void {
  client.makeUnaryRequest(path, asIs, asIs, message, (error) => {
    if (error) failures += 1;
    else requests += 1;
    send();
  });
}
for (let i = 0; i < Number(concurrency); i++) send();

setTimeout(() => {
  const before = { requests, cpu: process.cpuUsage(), at: performance.now() };
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before.cpu);
    const result = {
      requests: requests - before.requests,
      failures,
      cpuMicros: user + system,
      seconds: (performance.now() - before.at) / 1000,
    };
    process.stdout.write(JSON.stringify(result), () => process.exit(0));
  }, Number(seconds) * 1000);
}, WARM_UP_MS);
