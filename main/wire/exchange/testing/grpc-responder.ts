import http2 from "node:http2";
import { inference } from "../../../../assets/proto/index.ts";
import { frame } from "../../../../engine/protocol/grpc/framing/frame.ts";

const message = frame(
  Buffer.from(
    inference.ModelInferResponse.encode({
      outputs: [
        { name: "x", datatype: "FP32", shape: [1, 2], contents: { fp32_contents: [1, 2] } },
      ],
    }).finish(),
  ),
);

/** A gRPC server that gives an output `x` of two elements, but to calls that `respond` takes, counted from 0. */
export function grpcResponder(
  respond: (index: number, stream: http2.ServerHttp2Stream) => boolean,
): http2.Http2Server {
  let index = 0;
  const server = http2.createServer();
  server.on("stream", (stream) => {
    stream.on("error", () => {});
    if (respond(index++, stream)) return;
    stream.respond(
      { ":status": 200, "content-type": "application/grpc" },
      { waitForTrailers: true },
    );
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(message);
  });
  return server;
}
