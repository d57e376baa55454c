import { COUNTING, FP32_IO, IDENTITY } from "./python-fixture.ts";

/** Not called there: Triton 2.51 waits forever, or its process ends now and then. */
export const ENDS_TRITON = "ends Triton";

/**
 * Calls of a model to `pb_utils` and their results, the same on a real Triton unless a third
 * element says what happens there.
 *
 * A result is Python's `repr`. An exception is `!Type`, or `!Type: message` where the message is
 * Triton's as well.
 */
export type ApiCall = readonly [code: string, result: string, onTriton?: string];

/** Title with the requirement's id → calls. Names in a call stay known in the later ones of its group. */
export type ApiCalls = Readonly<Record<string, readonly ApiCall[]>>;

const REQUEST = (more: string) =>
  `pb_utils.InferenceRequest(model_name="m", requested_output_names=[], inputs=[], ${more})`;

export const API_CALLS: ApiCalls = {
  "[PYTHON-API-5] TritonError": [
    ['pb_utils.TritonError("x").message()', "'x'"],
    ['pb_utils.TritonError("x").code() == pb_utils.TritonError.INTERNAL', "True"],
    [
      'pb_utils.TritonError(message="x", code=pb_utils.TritonError.NOT_FOUND).code() == pb_utils.TritonError.NOT_FOUND',
      "True",
    ],
    [
      "[int(getattr(pb_utils.TritonError, name)) for name in ['UNKNOWN', 'INTERNAL', 'NOT_FOUND', 'INVALID_ARG', 'UNAVAILABLE', 'UNSUPPORTED', 'ALREADY_EXISTS', 'CANCELLED']]",
      "[0, 1, 2, 3, 4, 5, 6, 7]",
    ],
    ["issubclass(pb_utils.TritonModelException, Exception)", "True"],
    ["raise_(pb_utils.TritonModelException('my own'))", "!TritonModelException: my own"],
  ],
  "[PYTHON-API-16] arguments of another type": [
    ["pb_utils.TritonError(3)", "!TypeError"],
    ['pb_utils.TritonError("x", 3)', "!TypeError"],
    ['pb_utils.TritonError("x", None)', "!TypeError"],
    ["pb_utils.PreferredMemory(0)", "!TypeError"],
    ["pb_utils.PreferredMemory()", "!TypeError"],
    ["pb_utils.Tensor(3, np.zeros(1))", "!TypeError"],
    ['pb_utils.Tensor("x", [1.5])', "!TypeError"],
    ['pb_utils.Tensor("x", None)', "!TypeError"],
    ['pb_utils.Tensor(name="x", numpy_array=np.zeros(1))', "!TypeError"],
    ["pb_utils.InferenceResponse(None)", "!TypeError"],
    ["pb_utils.InferenceResponse([np.zeros(1)])", "!TypeError"],
    ["pb_utils.InferenceResponse(iter([]))", "!TypeError"],
    ['pb_utils.InferenceResponse([], "error")', "!TypeError"],
    ["pb_utils.InferenceRequest(requested_output_names=[], inputs=[])", "!TypeError"],
    ['pb_utils.InferenceRequest(model_name="m", inputs=[])', "!TypeError"],
    ['pb_utils.InferenceRequest(model_name="m", requested_output_names=[])', "!TypeError"],
    [
      'pb_utils.InferenceRequest(model_name="m", requested_output_names="a", inputs=[])',
      "!TypeError",
    ],
    [
      'pb_utils.InferenceRequest(model_name="m", requested_output_names={"a"}, inputs=[])',
      "!TypeError",
    ],
    [
      'pb_utils.InferenceRequest(model_name="m", requested_output_names=[3], inputs=[])',
      "!TypeError",
    ],
    [
      'pb_utils.InferenceRequest(model_name="m", requested_output_names=[], inputs=[np.zeros(1)])',
      "!TypeError",
    ],
    ["pb_utils.InferenceRequest(model_name=3, requested_output_names=[], inputs=[])", "!TypeError"],
    [REQUEST("request_id=3"), "!TypeError"],
    [REQUEST("correlation_id=None"), "!TypeError"],
    [REQUEST('model_version="1"'), "!TypeError"],
    [REQUEST("model_version=1.5"), "!TypeError"],
    [REQUEST("flags=-1"), "!TypeError"],
    [REQUEST("flags=2**32"), "!TypeError"],
    [REQUEST("timeout=1.5"), "!TypeError"],
    [REQUEST("timeout=-1"), "!TypeError"],
    [REQUEST("preferred_memory=None"), "!TypeError"],
    [REQUEST("trace=None"), "!TypeError"],
    [REQUEST("other=1"), "!TypeError"],
    [`${REQUEST("")}.set_flags("x")`, "!TypeError"],
    [`${REQUEST("")}.set_flags(flags=3)`, "!TypeError"],
    ['request.set_release_flags("x")', "!TypeError"],
    ["pb_utils.Logger.log_info(3)", "!TypeError"],
    ['pb_utils.Logger.log("x", 1)', "!TypeError"],
    ['pb_utils.MetricFamily(3, "d", pb_utils.MetricFamily.COUNTER)', "!TypeError"],
    ['pb_utils.MetricFamily("own_a", None, pb_utils.MetricFamily.COUNTER)', "!TypeError"],
    ['pb_utils.MetricFamily("own_a", "d", 0)', "!TypeError"],
    ["pb_utils.load_model(3)", "!TypeError"],
    ['pb_utils.load_model("x", config={})', "!TypeError"],
    ["pb_utils.unload_model(None)", "!TypeError"],
    ['pb_utils.is_model_ready("echo", 1)', "!TypeError"],
    ['pb_utils.get_input_config_by_name(None, "x")', "!TypeError"],
    ["request.model_name()", "!AttributeError"],
    ["request.priority()", "!AttributeError"],
  ],
  "[PYTHON-BLS-9] InferenceRequest": [
    [`${REQUEST("")}.inputs()`, "[]"],
    [
      `[r := ${REQUEST("")}, r.request_id(), r.correlation_id(), r.flags(), r.timeout(), r.parameters(), r.requested_output_names(), r.trace().get_context()][1:]`,
      "['', 0, 0, 0, '{}', set(), None]",
    ],
    [
      '[r := pb_utils.InferenceRequest("r", 5, [], ["b", "a", "b"], "m", 1, 3, 9), r.request_id(), r.correlation_id(), r.flags(), r.timeout(), sorted(r.requested_output_names())][1:]',
      "['r', 5, 3, 9, ['a', 'b']]",
    ],
    [
      `[r := ${REQUEST("flags=np.int32(3)")}, r.flags(), r.set_flags(1), r.flags()][1:]`,
      "[3, None, 1]",
    ],
    [`${REQUEST("correlation_id=2**63")}.correlation_id()`, "9223372036854775808"],
    [`${REQUEST('correlation_id="s"')}.correlation_id()`, "'s'"],
    [`${REQUEST("correlation_id=True")}.correlation_id()`, "1"],
    [REQUEST("correlation_id=1.5"), "!TritonModelException"],
    [REQUEST("correlation_id=2**64"), "!TritonModelException", "!RuntimeError"],
    [
      `${REQUEST('parameters={"a": 1, "b": "ü", "c": True}')}.parameters()`,
      `'{"a": 1, "b": "\\\\u00fc", "c": true}'`,
    ],
    [REQUEST('parameters={"a": 1.5}'), "!TritonModelException"],
    [REQUEST('parameters={3: "a"}'), "!TritonModelException"],
    [REQUEST("parameters=[1]"), "!TritonModelException"],
    [
      'pb_utils.InferenceRequest(model_name="m", requested_output_names=[""], inputs=[])',
      "!TritonModelException: Requested output name for request with id '' and model name 'm' should not be empty.",
    ],
    [
      'pb_utils.InferenceRequest(model_name="m", requested_output_names=[], inputs=[None])',
      "!TritonModelException: Input tensor for request with id '' and model name 'm' should not be empty.",
    ],
    [`${REQUEST("")}.get_response_sender().send()`, "!TritonModelException"],
    [`type(${REQUEST("trace=request.trace()")}).__name__`, "'InferenceRequest'"],
    [
      `type(${REQUEST("preferred_memory=pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_CPU, 0)")}).__name__`,
      "'InferenceRequest'",
    ],
  ],
  "[PYTHON-API-8] a received request": [
    ["request.inputs()[0].name()", "'INPUT0'"],
    ["request.inputs()[0] is request.inputs()[0]", "True"],
    ["[request.inputs().append(1), len(request.inputs())]", "[None, 1]"],
    [
      "[request.request_id(), request.correlation_id(), request.flags(), request.timeout(), request.parameters()]",
      "['', 0, 0, 0, '{}']",
    ],
    ["[request.requested_output_names(), request.is_cancelled()]", "[{'OUTPUT0'}, False]"],
    ['pb_utils.get_input_tensor_by_name(request, "INPUT0").name()', "'INPUT0'"],
    ['pb_utils.get_input_tensor_by_name(request, "INPUT1")', "None"],
    ["request.get_response_sender() is request.get_response_sender()", "True"],
    ["request.get_response_sender().is_cancelled()", "False"],
    ["request.set_release_flags(pb_utils.TRITONSERVER_REQUEST_RELEASE_ALL)", "None"],
    ["request.set_release_flags(3)", "!TritonModelException", "None"],
    // Its own only instance: PYTHON-BLS-5.
    ["request.exec().has_error()", "True", ENDS_TRITON],
  ],
  "[PYTHON-STREAM-2] a response sender": [
    [
      "request.get_response_sender().send(pb_utils.InferenceResponse(), 2)",
      "!TritonModelException: Unable to send response. Unsupported flag provided.",
    ],
    [
      "request.get_response_sender().send()",
      "!TritonModelException: Inference Response object must be provided when the response flags is set to zero.",
    ],
    [
      "request.get_response_sender().send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)",
      "!TritonModelException: Unable to send response. Non-decoupled model cannot send complete final before sending a response.",
    ],
    ['request.get_response_sender().send(pb_utils.InferenceResponse(), "x")', "!TypeError"],
    ['request.get_response_sender().send("x", 1)', "!TypeError"],
    ["request.get_response_sender().send(pb_utils.InferenceResponse(), flags=None)", "!TypeError"],
  ],
  "[PYTHON-API-17] a trace": [["request.trace().get_context()", "None"]],
  "[PYTHON-API-9] InferenceResponse": [
    [
      "[r := pb_utils.InferenceResponse(), r.output_tensors(), r.has_error(), r.error()][1:]",
      "[[], False, None]",
    ],
    ["pb_utils.InferenceResponse().parameters()", "'{}'", "!AttributeError"],
    [
      '[r := pb_utils.InferenceResponse(output_tensors=[pb_utils.Tensor("x", np.zeros(1))], error=pb_utils.TritonError("a")), r.has_error(), r.error().message(), r.output_tensors()[0].name()][1:]',
      "[True, 'a', 'x']",
    ],
    [
      '[r := pb_utils.InferenceResponse((pb_utils.Tensor("x", np.zeros(1)),)), r.output_tensors().append(1), len(r.output_tensors())][1:]',
      "[None, 1]",
    ],
    [
      "pb_utils.InferenceResponse([None])",
      "!TritonModelException: Output tensor for inference response should not be empty.",
    ],
    [
      'pb_utils.get_output_tensor_by_name(pb_utils.InferenceResponse([pb_utils.Tensor("x", np.zeros(1))]), "x").name()',
      "'x'",
    ],
    [
      'pb_utils.get_output_tensor_by_name(pb_utils.InferenceResponse([pb_utils.Tensor("x", np.zeros(1))]), "y")',
      "None",
    ],
  ],
  "[PYTHON-TENSOR-10] Tensor": [
    [
      '[t := pb_utils.Tensor("x", np.zeros((2, 3), np.float32)), t.name(), t.shape(), t.is_cpu(), t.__dlpack_device__()][1:]',
      "['x', [2, 3], True, (1, 0)]",
    ],
    ['pb_utils.Tensor("x", np.zeros(1, np.float32)).triton_dtype()', "11", "!TypeError"],
    [
      'pb_utils.Tensor("", np.zeros(1))',
      "!TritonModelException: Tensor name cannot be an empty string.",
    ],
    ['pb_utils.Tensor("x", np.zeros(1, np.complex64))', "!TritonModelException"],
    ['pb_utils.Tensor("x", np.array(["a"]))', "!TritonModelException"],
    ['pb_utils.Tensor("x", np.array([1.5], dtype=">f4")).shape()', "[1]", "!TritonModelException"],
    ['[a := np.arange(6), pb_utils.Tensor("x", a).as_numpy() is a][1]', "True"],
    [
      '[a := np.arange(6)[::2], t := pb_utils.Tensor("x", a), a.fill(9), t.as_numpy().tolist()][3]',
      "[0, 2, 4]",
    ],
    [
      'pb_utils.Tensor("x", np.array(["a", b"b", 3], dtype=object)).as_numpy().tolist()',
      "['a', b'b', 3]",
    ],
    ['pb_utils.Tensor("x", np.array([Unprintable()], dtype=object))', "!ValueError: has no text"],
    ['pb_utils.Tensor("x", np.array([b"a", b"bc"])).shape()', "[2]"],
  ],
  "[PYTHON-TENSOR-5] the device of an input": [
    ["request.inputs()[0].is_cpu()", "True"],
    ["request.inputs()[0].__dlpack_device__()", "(1, 0)"],
  ],
  "[PYTHON-TENSOR-11] DLPack": [
    ['type(pb_utils.Tensor("x", np.zeros(1)).to_dlpack()).__name__', "'PyCapsule'"],
    ['type(pb_utils.Tensor("x", np.zeros(1)).__dlpack__(stream=None)).__name__', "'PyCapsule'"],
    ['type(pb_utils.Tensor("x", np.zeros(1)).__dlpack__(None)).__name__', "'PyCapsule'"],
    [
      'pb_utils.Tensor("x", np.array(["a"], dtype=object)).to_dlpack()',
      "!TritonModelException: DLPack does not have support for string tensors.",
    ],
    [
      '[t := pb_utils.Tensor.from_dlpack("y", pb_utils.Tensor("x", np.array([1.5, 2.5])).to_dlpack()), t.name(), t.as_numpy().tolist()][1:]',
      "['y', [1.5, 2.5]]",
    ],
    [
      'pb_utils.Tensor.from_dlpack("", pb_utils.Tensor("x", np.zeros(1)).to_dlpack())',
      "!TritonModelException: Tensor name cannot be an empty string.",
    ],
    ['pb_utils.Tensor.from_dlpack("x", [1])', "!TritonModelException"],
    ['np.from_dlpack(pb_utils.Tensor("x", np.array([1.5]))).tolist()', "[1.5]"],
  ],
  "[PYTHON-API-11] get_model_dir": [['pb_utils.get_model_dir().split("/")[-2:]', "['run', '1']"]],
  "[PYTHON-API-18] helpers": [
    [
      "[pb_utils.TRITONSERVER_REQUEST_FLAG_SEQUENCE_START, pb_utils.TRITONSERVER_REQUEST_FLAG_SEQUENCE_END, pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL, pb_utils.TRITONSERVER_REQUEST_RELEASE_ALL, pb_utils.TRITONSERVER_REQUEST_RELEASE_RESCHEDULE]",
      "[1, 2, 1, 1, 2]",
    ],
    ["pb_utils.TRITONSERVER_MEMORY_CPU == pb_utils.TRITONSERVER_MEMORY_GPU", "False"],
    [
      'pb_utils.get_input_config_by_name({"input": [{"name": "x", "dims": [1]}]}, "x")',
      "{'name': 'x', 'dims': [1]}",
    ],
    ['pb_utils.get_input_config_by_name({}, "x")', "None"],
    ['pb_utils.get_output_config_by_name({"output": [{"name": "x"}]}, "x")', "{'name': 'x'}"],
    ['pb_utils.get_output_config_by_name({"output": [{"name": "x"}]}, "y")', "None"],
    [
      '[pb_utils.using_decoupled_model_transaction_policy(c) for c in ({}, {"model_transaction_policy": {"decoupled": True}})]',
      "[False, True]",
    ],
    [
      "[getattr(pb_utils.triton_to_numpy_type(n), '__name__', None) for n in range(16)]",
      "[None, 'bool_', 'uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64', 'object_', None, None]",
    ],
    ['pb_utils.triton_to_numpy_type("x")', "None"],
    [
      "[pb_utils.numpy_to_triton_type(t) for t in (np.bool_, np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64, np.float16, np.float32, np.float64, np.object_, np.bytes_)]",
      "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13]",
    ],
    [
      '[pb_utils.numpy_to_triton_type(t) for t in (np.dtype("float32"), bool, int, float, str, object, np.str_, np.complex64, "float32", None)]',
      "[11, None, None, None, None, None, None, None, None, None]",
    ],
    [
      "[(name, pb_utils.triton_string_to_numpy(name).__name__) for name in sorted(pb_utils.TRITON_STRING_TO_NUMPY)]",
      "[('TYPE_BOOL', 'bool'), ('TYPE_FP16', 'float16'), ('TYPE_FP32', 'float32'), ('TYPE_FP64', 'float64'), ('TYPE_INT16', 'int16'), ('TYPE_INT32', 'int32'), ('TYPE_INT64', 'int64'), ('TYPE_INT8', 'int8'), ('TYPE_STRING', 'object_'), ('TYPE_UINT16', 'uint16'), ('TYPE_UINT32', 'uint32'), ('TYPE_UINT64', 'uint64'), ('TYPE_UINT8', 'uint8')]",
    ],
    ['pb_utils.triton_string_to_numpy("TYPE_BF16")', "!KeyError"],
    [
      'pb_utils.serialize_byte_tensor(np.array([["a", b"b\\x00"], [3, None]], dtype=object))',
      String.raw`b'\x01\x00\x00\x00a\x02\x00\x00\x00b\x00\x01\x00\x00\x003\x04\x00\x00\x00None'`,
    ],
    [
      "[pb_utils.serialize_byte_tensor(np.zeros(2)), pb_utils.serialize_byte_tensor(np.zeros(0, object))]",
      "[None, ()]",
    ],
    [
      String.raw`pb_utils.deserialize_bytes_tensor(b"\x01\x00\x00\x00a\x00\x00\x00\x00").tolist()`,
      "[b'a', b'']",
    ],
    [String.raw`pb_utils.deserialize_bytes_tensor(b"\x05\x00\x00\x00a")`, "!error"],
  ],
  "[PYTHON-API-13] Logger": [
    [
      '[pb_utils.Logger.log_info("x"), pb_utils.Logger.log_warn("x"), pb_utils.Logger.log_error("x"), pb_utils.Logger.log_verbose("x")]',
      "[None, None, None, None]",
    ],
    [
      '[pb_utils.Logger.log("x"), pb_utils.Logger.log("x", pb_utils.Logger.WARNING), pb_utils.Logger.log(message="x", level=pb_utils.Logger.LogLevel.ERROR)]',
      "[None, None, None]",
    ],
    [
      "[int(level) for level in (pb_utils.Logger.INFO, pb_utils.Logger.WARNING, pb_utils.Logger.ERROR, pb_utils.Logger.VERBOSE)]",
      "[0, 1, 2, 3]",
    ],
    ['pb_utils.Logger.log_info(b"bytes")', "None"],
  ],
  "[PYTHON-METRIC-2] metrics": [
    ["[int(pb_utils.MetricFamily.COUNTER), int(pb_utils.MetricFamily.GAUGE)]", "[0, 1]"],
    ["int(pb_utils.MetricFamily.HISTOGRAM)", "2"],
    [
      '[f := pb_utils.MetricFamily(name="own_b", description="d", kind=pb_utils.MetricFamily.COUNTER), m := f.Metric(labels={"a": "b"}), m.increment(2), m.increment(np.float32(1)), m.value()][2:]',
      "[None, None, 3.0]",
    ],
    [
      '[f.Metric({"a": "b"}).value(), f.Metric().value(), f.Metric(labels={}, buckets=None).value()]',
      "[3.0, 0.0, 0.0]",
    ],
    ["m.increment(-1)", "!TritonModelException", ENDS_TRITON],
    ["m.increment(value=1)", "!TypeError"],
    ['m.increment("x")', "!TypeError"],
    ['f.Metric({"a": "b"}, [1.0])', "!TritonModelException"],
    ["f.Metric([1])", "!TritonModelException"],
    ['f.Metric({"a": 3})', "!TritonModelException", ENDS_TRITON],
    [
      'pb_utils.MetricFamily("own_b", "d", pb_utils.MetricFamily.GAUGE)',
      "!TritonModelException",
      ENDS_TRITON,
    ],
    [
      '[g := pb_utils.MetricFamily("own_c", "d", pb_utils.MetricFamily.GAUGE), n := g.Metric(), n.set(3.5), n.increment(-1), n.value()][4]',
      "2.5",
    ],
    [
      '[n.set(float("inf")), n.value(), n.set(float("nan")), str(n.value())]',
      "[None, inf, None, 'nan']",
    ],
    [
      'pb_utils.MetricFamily("own_d", "d", pb_utils.MetricFamily.GAUGE).Metric().value()',
      "!TritonModelException",
    ],
  ],
  "[PYTHON-BLS-1] exec": [
    [
      '[call := lambda model, values, decoupled=False, **more: pb_utils.InferenceRequest(model_name=model, requested_output_names=["OUTPUT0"], inputs=[pb_utils.Tensor("INPUT0", np.array(values, np.float32))], **more).exec(decoupled=decoupled), values := lambda r: [t.as_numpy().tolist() for t in r.output_tensors()]][2:]',
      "[]",
    ],
    [
      '[r := call("echo", [1, 2]), type(r).__name__, r.has_error(), r.error(), r.output_tensors()[0].name(), values(r)][1:]',
      "['InferenceResponse', False, None, 'OUTPUT0', [[1.0, 2.0]]]",
    ],
    ['[r := call("nosuch", [1]), r.has_error(), r.output_tensors()][1:]', "[True, []]"],
    ['call("echo", [1], model_version=9).has_error()', "True"],
    ['call("dec", [1]).has_error()', "True"],
    [
      '[r := call("echo", [1]), pb_utils.Tensor.from_dlpack("x", r.output_tensors()[0].to_dlpack()).as_numpy().tolist()][1]',
      "[1.0]",
    ],
    [
      'pb_utils.InferenceRequest(model_name="echo", requested_output_names=["OUTPUT0"], inputs=[]).async_exec()',
      "!RuntimeError: no running event loop",
    ],
    [
      '[q := pb_utils.InferenceRequest(model_name="echo", requested_output_names=["OUTPUT0"], inputs=[pb_utils.Tensor("INPUT0", np.zeros(1, np.float32))]), wait(lambda: q.async_exec()).has_error(), type(wait(lambda: q.async_exec(decoupled=True))).__name__][1:]',
      "[False, 'ResponseIterator']",
    ],
  ],
  "[PYTHON-BLS-2] the iterator of responses": [
    [
      '[i := call("dec", [1, 2, 3], True), type(i).__name__, iter(i) is i][1:]',
      "['ResponseIterator', True]",
    ],
    ["values(next(i))", "[[1.0]]"],
    ["[values(r) for r in i]", "[[[2.0]], [[3.0]], []]"],
    ["next(i)", "!StopIteration"],
    ["[len(list(i)), len(list(i))]", "[4, 4]"],
    ["[next(iter(i)) and 1, len(list(i))]", "[1, 3]"],
    ['[len(r.output_tensors()) for r in call("dec", [], True)]', "[0]"],
    ['[r.has_error() for r in call("nosuch", [1], True)]', "[True]"],
    ['[values(r) for r in call("echo", [1], True)]', "[[[1.0]]]"],
    ["i.cancel()", "None", "!AttributeError"],
  ],
  "[PYTHON-BLS-8] preferred memory": [
    [
      'values(call("echo", [1], preferred_memory=pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_CPU)))',
      "[[1.0]]",
    ],
    [
      'call("echo", [1], preferred_memory=pb_utils.PreferredMemory(preferred_memory_type=pb_utils.TRITONSERVER_MEMORY_GPU, preferred_device_id=0)).has_error()',
      "True",
    ],
    [
      '[r.has_error() for r in call("echo", [1], True, preferred_memory=pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_GPU))]',
      "[True]",
    ],
  ],
  "[PYTHON-API-14] loading models": [
    [
      '[pb_utils.is_model_ready("echo"), pb_utils.is_model_ready(model_name="echo", model_version="1"), pb_utils.is_model_ready("echo", ""), pb_utils.is_model_ready("echo", "2"), pb_utils.is_model_ready("nosuch")]',
      "[True, True, True, False, False]",
    ],
    ['pb_utils.is_model_ready("echo", "x")', "!TritonModelException", ENDS_TRITON],
    ['pb_utils.is_model_ready("echo", "-1")', "!TritonModelException", ENDS_TRITON],
    ['pb_utils.load_model("nosuch")', "!TritonModelException", ENDS_TRITON],
    [
      'pb_utils.load_model("x", files={"file:1/model.py": b""})',
      "!TritonModelException",
      ENDS_TRITON,
    ],
    ['pb_utils.load_model("x", config="{}", files=[1])', "!TritonModelException"],
    ['pb_utils.load_model("extra", config="{")', "!TritonModelException", ENDS_TRITON],
    ['[pb_utils.load_model(model_name="extra"), pb_utils.is_model_ready("extra")]', "[None, True]"],
    [
      '[pb_utils.unload_model(model_name="extra", unload_dependents=True), until(lambda: not pb_utils.is_model_ready("extra"))]',
      "[None, True]",
    ],
    ['pb_utils.unload_model("nosuch")', "None"],
  ],
  "[PYTHON-API-7] ModelConfig": [
    [
      '[config := lambda **more: pb_utils.ModelConfig(json.dumps({"name": "m", "max_batch_size": 4, "input": [{"name": "A", "data_type": "TYPE_FP32", "dims": [2], "optional": False}, {"name": "E", "data_type": "TYPE_INVALID", "dims": []}], "output": [{"name": "Z", "data_type": "TYPE_FP32", "dims": [2]}], **more}))][1:]',
      "[]",
    ],
    ["[c := config(), c.as_dict()['name'], c.as_dict() is c.as_dict()][1:]", "['m', True]"],
    ["[c.set_max_batch_size(8), c.as_dict()['max_batch_size']]", "[None, 8]"],
    [
      "c.set_max_batch_size(max_batch_size=3)",
      "!ValueError: configuration specified max_batch_size 8, but in auto-complete-config function for model 'm' specified max_batch_size 3",
    ],
    ["[c.set_dynamic_batching(), c.as_dict()['dynamic_batching']]", "[None, {}]"],
    [
      "[c := config(dynamic_batching={'preserve_ordering': True}), c.set_dynamic_batching(), c.as_dict()['dynamic_batching']][1:]",
      "[None, {'preserve_ordering': True}]",
    ],
    [
      "config(sequence_batching={}).set_dynamic_batching()",
      "!ValueError: Configuration specified scheduling_choice as 'sequence_batching', but auto-complete-config function for model 'm' tries to set scheduling_choice as 'dynamic_batching'",
    ],
    [
      "config(ensemble_scheduling={}).set_dynamic_batching()",
      "!ValueError: Configuration specified scheduling_choice as 'ensemble_scheduling', but auto-complete-config function for model 'm' tries to set scheduling_choice as 'dynamic_batching'",
    ],
    [
      "[c.add_input(input={'name': 'B', 'data_type': 'TYPE_FP32', 'dims': [1]}), c.add_input({'name': 'E', 'data_type': 'TYPE_FP16', 'dims': [3], 'optional': True}), c.as_dict()['input'][1:]]",
      "[None, None, [{'name': 'E', 'data_type': 'TYPE_FP16', 'dims': [3], 'optional': True}, {'name': 'B', 'data_type': 'TYPE_FP32', 'dims': [1]}]]",
    ],
    [
      "c.add_input({'name': 'A', 'data_type': 'TYPE_FP16', 'dims': [2]})",
      "!ValueError: unable to load model 'm', configuration expects datatype TYPE_FP32 for input 'A', model provides TYPE_FP16",
    ],
    [
      "c.add_input({'name': 'A', 'data_type': 'TYPE_FP32', 'dims': [3]})",
      "!ValueError: model 'm', tensor 'A': the model expects dims [3] but the model configuration specifies dims [2]",
    ],
    [
      "c.add_input({'name': 'A', 'data_type': 'TYPE_FP32', 'dims': [2], 'optional': True})",
      "!ValueError: model 'm', tensor 'A': the model expects optional True but the model configuration specifies optional False",
    ],
    [
      "c.add_input({'name': 'A', 'data_type': 'TYPE_FP32', 'dims': [2], 'reshape': 1})",
      "!ValueError: input 'A' in auto-complete-config function for model 'm' contains property other than 'name', 'data_type', 'dims' and 'optional'.",
    ],
    [
      "c.add_input({'data_type': 'TYPE_FP32', 'dims': [2]})",
      "!ValueError: input in auto-complete-config function for model 'm' is missing 'name' property.",
    ],
    [
      "c.add_input({'name': 'A', 'dims': [2]})",
      "!ValueError: input 'A' in auto-complete-config function for model 'm' is missing 'data_type' property.",
    ],
    [
      "c.add_input({'name': 'A', 'data_type': 'TYPE_FP32'})",
      "!ValueError: input 'A' in auto-complete-config function for model 'm' is missing 'dims' property.",
    ],
    [
      "[c.add_output(output={'name': 'Y', 'data_type': 'TYPE_FP32', 'dims': [2]}), c.as_dict()['output'][1]]",
      "[None, {'name': 'Y', 'data_type': 'TYPE_FP32', 'dims': [2]}]",
    ],
    [
      "c.add_output({'name': 'Z', 'data_type': 'TYPE_FP16', 'dims': [2]})",
      "!ValueError: unable to load model 'm', configuration expects datatype TYPE_FP32 for output 'Z', model provides TYPE_FP16",
    ],
    [
      "c.add_output({'name': 'Z', 'data_type': 'TYPE_FP32', 'dims': [2], 'optional': True})",
      "!ValueError: output 'Z' in auto-complete-config function for model 'm' contains property other than 'name', 'data_type' and 'dims'.",
    ],
    [
      "[c.set_model_transaction_policy({'decoupled': True}), c.as_dict()['model_transaction_policy']]",
      "[None, {'decoupled': True}]",
    ],
    [
      "c.set_model_transaction_policy({'decoupled': False})",
      "!ValueError: trying to change decoupled property in auto-complete-config for model 'm', which is already set to 'True'.",
    ],
    [
      "c.set_model_transaction_policy(transaction_policy_dict={'x': 1})",
      "!ValueError: model transaction property in auto-complete-config function for model 'm' contains property other than 'decoupled'.",
    ],
  ],
};

/** Without its message if it is an exception whose message isn't listed. */
export function comparable(found: string, result: string): string {
  return /^!\w+$/.test(result) && found.startsWith(`${result}:`) ? result : found;
}

/** Evaluates the string of a request and responds with its result. */
const RUN = `import asyncio, time
class Raw(str):
    __repr__ = str.__str__
class Unprintable:
    def __str__(self):
        raise ValueError("has no text")
def raise_(error):
    raise error
def wait(start):
    async def run():
        return await start()
    return asyncio.run(run())
def until(condition):
    for _ in range(100):
        if condition():
            return True
        time.sleep(0.05)
    return False
SCOPE = globals()
class TritonPythonModel:
    def execute(self, requests):
        SCOPE["request"] = requests[0]
        code = requests[0].inputs()[0].as_numpy()[0].decode()
        try:
            result = repr(eval(code, SCOPE))
        except BaseException as error:
            result = "!%s: %s" % (type(error).__name__, error)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([result], dtype=object))])]`;

const CPU = "instance_group [ { kind: KIND_CPU count: 1 } ]";

/** Code and configuration by name: `run` evaluates the calls, the others are called or loaded by it. */
export const API_MODELS: Readonly<Record<string, readonly [code: string, config: string]>> = {
  run: [
    RUN,
    `${FP32_IO.replaceAll("TYPE_FP32", "TYPE_STRING")}\n${CPU}
parameters { key: "FORCE_CPU_ONLY_INPUT_TENSORS" value { string_value: "no" } }`,
  ],
  echo: [IDENTITY, `${FP32_IO}\n${CPU}`],
  extra: [IDENTITY, `${FP32_IO}\n${CPU}`],
  dec: [COUNTING, `model_transaction_policy { decoupled: true }\n${FP32_IO}\n${CPU}`],
};
