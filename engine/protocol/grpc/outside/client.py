"""Drives a gRPC server with grpcio. Bytes in hex on stdin, one JSON object on stdout."""
import json
import sys
import threading
import time

import grpc

given = json.load(sys.stdin)
SERVICE = "/inference.GRPCInferenceService/"
OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
channel = grpc.insecure_channel(given["address"], options=OPTIONS)


def same(data):
    return data


def unary(name):
    return channel.unary_unary(SERVICE + name, request_serializer=same, response_deserializer=same)


def outcome(call, *args, **kwargs):
    try:
        return {"code": "OK", "bytes": call(*args, **kwargs).hex()}
    except grpc.RpcError as error:
        return {"code": error.code().name, "details": error.details()}


infer = unary("ModelInfer")
request = bytes.fromhex(given["infer"])
slow = bytes.fromhex(given["slow"])
results = {
    "live": outcome(unary("ServerLive"), b""),
    "infer": outcome(infer, request),
    "gzip": outcome(infer, request, compression=grpc.Compression.Gzip),
    "deflate": outcome(infer, request, compression=grpc.Compression.Deflate),
    "unknownModel": outcome(infer, bytes.fromhex(given["unknownModel"])),
    "unknownMethod": outcome(unary("Nosuch"), b""),
    "malformed": outcome(infer, b"\x0a\xff"),
    "deadline": outcome(infer, slow, timeout=0.05),
    "large": len(outcome(infer, bytes.fromhex(given["largeHead"]) + bytes(given["largeBytes"])).get("bytes", "")) // 2,
}

future = infer.future(slow)
time.sleep(0.02)
future.cancel()
results["cancelled"] = future.cancelled()

stream = channel.stream_stream(
    SERVICE + "ModelStreamInfer", request_serializer=same, response_deserializer=same
)
results["stream"] = [response.hex() for response in stream(iter([request, request, request]))]

health = channel.unary_stream(
    "/grpc.health.v1.Health/Watch", request_serializer=same, response_deserializer=same
)
watch = health(b"")
results["watch"] = next(watch).hex()
watch.cancel()

answers = []


def work():
    for _ in range(given["each"]):
        answers.append(outcome(infer, request)["code"])


threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
results["concurrent"] = {code: answers.count(code) for code in set(answers)}
json.dump(results, sys.stdout)
