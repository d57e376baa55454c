// A closed loop on grpc-js: `grpc-js-loop.ts HOST:PORT CONCURRENCY SECONDS` prints requests and CPU time as JSON.
import grpc from "@grpc/grpc-js";
import { PREFIX_BYTES } from "../../engine/protocol/grpc/framing/frame.ts";
import { grpcRequest } from "../wire/messages.ts";
import { closedLoop } from "./closed-loop.ts";

const [address = "", concurrency, seconds] = process.argv.slice(2);
const path = "/inference.GRPCInferenceService/ModelInfer";
// Encoded in advance, like the generator's requests.
const message = grpcRequest("mlp").subarray(PREFIX_BYTES);
const asIs = (bytes: Buffer) => bytes;
const client = new grpc.Client(address, grpc.credentials.createInsecure());

closedLoop({ concurrency: Number(concurrency), seconds: Number(seconds) }, (done) => {
  client.makeUnaryRequest(path, asIs, asIs, message, (error) => done(error === null));
});
