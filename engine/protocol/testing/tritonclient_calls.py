"""What an application does with NVIDIA's tritonclient, one function per subject: `tritonclient_calls.py http|grpc HOST:PORT`.

Prints the results as JSON, by the function's name.
"""

import asyncio
import json
import queue
import sys

import numpy as np
from tritonclient.utils import InferenceServerException

protocol, url = sys.argv[1:]
if protocol == "http":
    import tritonclient.http as tc
    import tritonclient.http.aio as aio
else:
    import grpc
    import tritonclient.grpc as tc
    import tritonclient.grpc.aio as aio
    from tritonclient.grpc import service_pb2, service_pb2_grpc

VALUES = np.arange(16, dtype=np.int32).reshape(1, 16)
ONES = np.ones((1, 16), dtype=np.int32)
OUTPUTS = ("OUTPUT0", "OUTPUT1")
SEQUENCE = [20, 11, -7, 1]


def tensor(name, array, datatype="INT32", **options):
    made = tc.InferInput(name, array.shape, datatype)
    made.set_data_from_numpy(array, **options)
    return made


def pair():
    return [tensor("INPUT0", VALUES), tensor("INPUT1", ONES)]


def listed(result, name):
    return result.as_numpy(name).flatten().tolist()


def both(result):
    return [listed(result, name) for name in OUTPUTS]


def message(call):
    try:
        call()
        return None
    except InferenceServerException as error:
        return error.message()


def infer(client):
    return both(client.infer("simple", pair(), outputs=[tc.InferRequestedOutput(name) for name in OUTPUTS]))


def all_outputs(client):
    return both(client.infer("simple", pair()))


def compressed(client):
    if protocol == "grpc":
        return [both(client.infer("simple", pair(), compression_algorithm=each)) for each in ("gzip", "deflate")]
    return [
        both(
            client.infer(
                "simple", pair(), request_compression_algorithm=each, response_compression_algorithm=each
            )
        )
        for each in ("gzip", "deflate")
    ]


def asynchronous(client):
    if protocol == "http":
        return [both(each.get_result()) for each in [client.async_infer("simple", pair()) for _ in range(2)]]
    answers = queue.Queue()
    for _ in range(2):
        client.async_infer("simple", pair(), callback=lambda result, error: answers.put(error or result))
    return [both(answers.get(timeout=20)) for _ in range(2)]


def event_loop(_):
    async def calls():
        async with aio.InferenceServerClient(url=url) as client:
            return await asyncio.gather(*(client.infer("simple", pair()) for _ in range(2)))

    return [both(each) for each in asyncio.run(calls())]


def strings(client):
    first, second = (np.vectorize(lambda value: str(value).encode(), otypes=[object])(each) for each in (VALUES, ONES))
    result = client.infer("simple_string", [tensor("INPUT0", first, "BYTES"), tensor("INPUT1", second, "BYTES")])
    return [[int(text) for text in result.as_numpy(name).flatten()] for name in OUTPUTS]


def text_and_bytes(client):
    sent = np.array([["né".encode(), b"", b"he\x00llo"]], dtype=np.object_)
    ways = [{"binary_data": True}, {"binary_data": False}] if protocol == "http" else [{}]
    found = []
    for way in ways:
        outputs = [tc.InferRequestedOutput("OUTPUT0", **way)]
        result = client.infer("simple_identity", [tensor("INPUT0", sent, "BYTES", **way)], outputs=outputs)
        texts = result.as_numpy("OUTPUT0").flatten()
        found.append([text.decode() if isinstance(text, bytes) else text for text in texts])
    return found


def sequences(client):
    """Two at a time, one named by a number, the other by a text."""

    def send(model, sequence_id, at):
        flags = {"sequence_start": at == 0, "sequence_end": at == len(SEQUENCE) - 1}
        value = np.full((1, 1), SEQUENCE[at], dtype=np.int32)
        result = client.infer(model, [tensor("INPUT", value)], sequence_id=sequence_id, **flags)
        return listed(result, "OUTPUT")[0]

    both_kinds = [("simple_dyna_sequence", 7), ("simple_string_dyna_sequence", "8")]
    answers = [[send(model, name, at) for model, name in both_kinds] for at in range(len(SEQUENCE))]
    return [list(each) for each in zip(*answers)]


def classes(client):
    result = client.infer("simple", pair(), outputs=[tc.InferRequestedOutput("OUTPUT0", class_count=2)])
    return [text.decode() for text in result.as_numpy("OUTPUT0").flatten()]


def used_again(client):
    """The same input and output objects, with other data."""
    inputs, outputs = pair(), [tc.InferRequestedOutput("OUTPUT0")]
    first = listed(client.infer("simple", inputs, outputs=outputs), "OUTPUT0")
    inputs[1].set_data_from_numpy(ONES * 2)
    return [first[:2], listed(client.infer("simple", inputs, outputs=outputs), "OUTPUT0")[:2]]


def health(client):
    return [client.is_server_live(), client.is_server_ready(), client.is_model_ready("simple"), client.is_model_ready("none")]


def metadata(client):
    as_json = {"as_json": True} if protocol == "grpc" else {}
    found = client.get_model_metadata("simple", headers={"test": "1"}, **as_json)
    config = client.get_model_config("simple", **as_json)
    statistics = client.get_inference_statistics("simple", **as_json)
    return {
        "server": client.get_server_metadata(**as_json)["name"],
        "inputs": [[each["name"], each["datatype"], [int(size) for size in each["shape"]]] for each in found["inputs"]],
        "max batch size": config.get("config", config)["max_batch_size"],
        "statistics": [each["name"] for each in statistics["model_stats"]],
    }


def unknown_model(client):
    return [
        message(lambda: client.infer("none", pair())),
        message(lambda: client.get_model_metadata("none")),
        message(lambda: client.infer("simple", pair(), model_version="wrong")),
    ]


def model_control(client):
    client.load_model("simple", config='{"max_batch_size":"16"}')
    as_json = {"as_json": True} if protocol == "grpc" else {}
    config = client.get_model_config("simple", **as_json)
    client.unload_model("simple")
    index = client.get_model_repository_index(**as_json)
    states = {each["name"]: each.get("state", "") for each in (index["models"] if protocol == "grpc" else index)}
    unloaded = client.is_model_ready("simple")
    client.load_model("simple")
    return {
        "max batch size": config.get("config", config)["max_batch_size"],
        "states": [states["simple_string"], states["simple"]],
        "ready": [unloaded, client.is_model_ready("simple")],
        "unknown": message(lambda: client.load_model("none")),
    }


def typed_contents(_):
    """Without the client's classes: the stub and fields for each datatype."""
    stub = service_pb2_grpc.GRPCInferenceServiceStub(grpc.insecure_channel(url))
    request = service_pb2.ModelInferRequest(model_name="simple")
    for name, values in (("INPUT0", VALUES), ("INPUT1", ONES)):
        made = request.inputs.add(name=name, datatype="INT32", shape=[1, 16])
        made.contents.int_contents.extend(values.flatten().tolist())
    response = stub.ModelInfer(request, timeout=20)
    return [np.frombuffer(raw, dtype=np.int32).tolist() for raw in response.raw_output_contents]


def streamed(client):
    """A sequence over one stream: responses have the ids of their requests."""
    answers = queue.Queue()
    client.start_stream(callback=lambda result, error: answers.put(error or result))
    for at, value in enumerate(SEQUENCE):
        inputs = [tensor("INPUT", np.full((1, 1), value, dtype=np.int32))]
        flags = {"sequence_start": at == 0, "sequence_end": at == len(SEQUENCE) - 1}
        client.async_stream_infer("simple_sequence", inputs, request_id=str(at), sequence_id="text", **flags)
    found = [answers.get(timeout=20) for _ in SEQUENCE]
    client.stop_stream()
    return [[each.get_response().id, listed(each, "OUTPUT")[0]] for each in found]


def decoupled(client):
    answers = queue.Queue()
    client.start_stream(callback=lambda result, error: answers.put(error or result))
    inputs = [
        tensor("IN", np.arange(100, 103, dtype=np.int32)),
        tensor("DELAY", np.ones(3, dtype=np.uint32), "UINT32"),
        tensor("WAIT", np.ones(1, dtype=np.uint32), "UINT32"),
    ]
    client.async_stream_infer("repeat_int32", inputs, enable_empty_final_response=True)
    found = []
    while True:
        response = answers.get(timeout=20).get_response()
        if response.parameters["triton_final_response"].bool_param:
            break
        found.append(np.frombuffer(response.raw_output_contents[0], dtype=np.int32).tolist())
    client.stop_stream()
    return found


def time_limit(client):
    return message(lambda: client.infer("simple", pair(), client_timeout=0.000001))


def kept_alive(_):
    options = tc.KeepAliveOptions(keepalive_time_ms=10_000, keepalive_permit_without_calls=True)
    with tc.InferenceServerClient(url=url, keepalive_options=options) as client:
        return both(client.infer("simple", pair()))


subjects = [
    infer,
    all_outputs,
    compressed,
    asynchronous,
    event_loop,
    strings,
    text_and_bytes,
    sequences,
    classes,
    used_again,
    health,
    metadata,
    unknown_model,
    model_control,
]
if protocol == "grpc":
    subjects += [typed_contents, streamed, decoupled, time_limit, kept_alive]
with tc.InferenceServerClient(url=url) as client:
    print(json.dumps({subject.__name__: subject(client) for subject in subjects}))
