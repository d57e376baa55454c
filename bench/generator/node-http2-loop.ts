// A closed loop on node:http2: `node-http2-loop.ts HOST:PORT CONCURRENCY SECONDS` prints requests and CPU time as JSON.
import { NodeGrpcConnection } from "../../main/lab/testing/node-grpc-connection.ts";
import { targetAt } from "../../main/lab/testing/run-spec.ts";
import { grpcRequest } from "../wire/messages.ts";
import { closedLoop } from "./closed-loop.ts";

const [address = "", concurrency, seconds] = process.argv.slice(2);
const path = "/inference.GRPCInferenceService/ModelInfer";
const message = grpcRequest("mlp");
const connection = new NodeGrpcConnection(targetAt(address));

closedLoop({ concurrency: Number(concurrency), seconds: Number(seconds) }, (done) => {
  connection.call(path, { ended: ({ code }) => done(code === "OK") }, message);
});
