"""Requests that the engine sends, requests that the model sends to other models, and their responses."""

import asyncio
import collections
import enum
import json
import threading

from . import arguments
from .errors import TritonError, TritonModelException
from .session import session
from .tensors import Tensor

RESPONSE_COMPLETE_FINAL = 1
RELEASE_ALL = 1
RELEASE_RESCHEDULE = 2
# What the engine reads as a number; a longer timeout is none.
_LARGEST = 2**53 - 1


class MemoryType(enum.IntEnum):
    TRITONSERVER_MEMORY_CPU = 0
    TRITONSERVER_MEMORY_GPU = 2


class PreferredMemory:
    def __init__(self, preferred_memory_type, preferred_device_id=0):
        self._type = arguments.instance(
            "preferred_memory_type", preferred_memory_type, MemoryType
        )
        arguments.whole("preferred_device_id", preferred_device_id, 63)


class InferenceTrace:
    """The time line of a sampled request; given to a request to another model, that one is part of it."""

    def __init__(self, key=None):
        self._key = key

    def get_context(self):
        return None


_CPU_MEMORY = PreferredMemory(MemoryType.TRITONSERVER_MEMORY_CPU)
_NO_TRACE = InferenceTrace()


class InferenceResponse:
    def __init__(self, output_tensors=(), error=None, parameters=None):
        tensors = arguments.items("output_tensors", output_tensors)
        for tensor in tensors:
            if tensor is None:
                raise TritonModelException(
                    "Output tensor for inference response should not be empty."
                )
            arguments.instance("an element of output_tensors", tensor, Tensor)
        self._tensors = tensors
        self._error = (
            None if error is None else arguments.instance("error", error, TritonError)
        )
        self._parameters = _parameters_text(parameters)

    def output_tensors(self):
        return list(self._tensors)

    def has_error(self):
        return self._error is not None

    def error(self):
        return self._error

    def parameters(self):
        return self._parameters


def _parameters_text(parameters):
    if parameters is None:
        return "{}"
    if not isinstance(parameters, dict):
        raise TritonModelException(
            "parameters is %s, expected dict" % type(parameters).__name__
        )
    for name, value in parameters.items():
        if not isinstance(name, str):
            raise TritonModelException(
                "Expect parameters keys to have type str, but %r is %s"
                % (name, type(name).__name__)
            )
        if not isinstance(value, (bool, int, str)):
            raise TritonModelException(
                "Expect parameters values to have type bool/int/str, but %r is %s"
                % (name, type(value).__name__)
            )
    return json.dumps(parameters)


class InferenceResponseSender:
    """Sends the responses of one request. What is dropped without its last response fails on the engine's side."""

    def __init__(self, key, requested, decoupled):
        self._key = key
        self._requested = requested
        self._decoupled = decoupled
        self._lock = threading.Lock()
        self._sent = 0
        self._closed = False
        self._cancelled = False

    def send(self, response=None, flags=0):
        flags = arguments.whole("flags", flags, 32)
        if response is not None:
            arguments.instance("response", response, InferenceResponse)
        if flags not in (0, RESPONSE_COMPLETE_FINAL):
            raise TritonModelException("Unable to send response. Unsupported flag provided.")
        if response is None and flags == 0:
            raise TritonModelException(
                "Inference Response object must be provided when the response flags is set to zero."
            )
        final = flags == RESPONSE_COMPLETE_FINAL
        with self._lock:
            self._check_order(response, final)
            self._sent += response is not None
            self._closed = self._closed or final
        header = {"t": "send", "k": self._key, "final": final}
        if response is None:
            session.send(header)
        else:
            session.send_response(header, response, self._requested)

    def is_cancelled(self):
        session.channel.poll()
        return self._cancelled

    def _check_order(self, response, final):
        if self._closed:
            raise TritonModelException(
                "Unable to send response. Response sender has been closed."
            )
        if self._decoupled:
            return
        if response is not None and self._sent > 0:
            raise TritonModelException(
                "Unable to send response. Non-decoupled model cannot send more than one response."
            )
        if response is None and final and self._sent == 0:
            raise TritonModelException(
                "Unable to send response. Non-decoupled model cannot send complete final before sending a response."
            )

    def _close(self):
        self._closed = True

    def __del__(self):
        if not getattr(self, "_closed", True):
            session.channel.send_when_free({"t": "dropped", "k": self._key})


class InferenceRequest:
    def __init__(
        self,
        request_id="",
        correlation_id=0,
        inputs=None,
        requested_output_names=None,
        model_name=None,
        model_version=-1,
        flags=0,
        timeout=0,
        preferred_memory=_CPU_MEMORY,
        trace=_NO_TRACE,
        parameters=None,
    ):
        if inputs is None or requested_output_names is None or model_name is None:
            raise TypeError(
                "InferenceRequest needs inputs, requested_output_names and model_name"
            )
        self._request_id = arguments.text("request_id", request_id)
        self._model_name = arguments.text("model_name", model_name)
        self._model_version = arguments.version(model_version)
        self._flags = arguments.whole("flags", flags, 32)
        self._timeout = arguments.whole("timeout", timeout, 64)
        self._trace = arguments.instance("trace", trace, InferenceTrace)
        self._memory = arguments.instance("preferred_memory", preferred_memory, PreferredMemory)
        self._parameters = _parameters_text(parameters)
        self._correlation_id = _correlation_id(correlation_id)
        self._inputs = self._checked_inputs(inputs)
        self._requested = self._checked_names(requested_output_names)
        self._sender = None
        self._release_flags = RELEASE_ALL

    @classmethod
    def _received(cls, fields, inputs, sender):
        request = cls.__new__(cls)
        request._request_id = fields.get("id", "")
        correlation = fields.get("c", 0)
        request._correlation_id = int(correlation[1:]) if correlation and correlation[0] == "#" else (correlation[1:] if correlation else 0)
        request._inputs = inputs
        request._requested = sender._requested
        request._model_name = session.model_name
        request._model_version = session.model_version
        request._flags = fields.get("f", 0)
        request._timeout = fields.get("to", 0)
        request._trace = InferenceTrace(fields["k"] if fields.get("tr") else None)
        request._parameters = fields.get("p", "{}")
        request._memory = _CPU_MEMORY
        request._sender = sender
        request._release_flags = RELEASE_ALL
        return request

    def _checked_inputs(self, inputs):
        inputs = arguments.items("inputs", inputs)
        for tensor in inputs:
            if tensor is None:
                raise TritonModelException(
                    "Input tensor for request with id '%s' and model name '%s' should not be empty."
                    % (self._request_id, self._model_name)
                )
            arguments.instance("an element of inputs", tensor, Tensor)
        return inputs

    def _checked_names(self, names):
        names = arguments.items("requested_output_names", names)
        for name in names:
            if arguments.text("an element of requested_output_names", name) == "":
                raise TritonModelException(
                    "Requested output name for request with id '%s' and model name '%s' should not be empty."
                    % (self._request_id, self._model_name)
                )
        return list(dict.fromkeys(names))

    def inputs(self):
        return list(self._inputs)

    def request_id(self):
        return self._request_id

    def correlation_id(self):
        return self._correlation_id

    def flags(self):
        return self._flags

    def set_flags(self, flags, /):
        self._flags = arguments.whole("flags", flags, 32)

    def timeout(self):
        return self._timeout

    def parameters(self):
        return self._parameters

    def trace(self):
        return self._trace

    def requested_output_names(self):
        return set(self._requested)

    def get_response_sender(self):
        if self._sender is None:
            raise TritonModelException("a request to another model has no response sender")
        return self._sender

    def is_cancelled(self):
        return self.get_response_sender().is_cancelled()

    def set_release_flags(self, flags, /):
        flags = arguments.whole("flags", flags, 32)
        if flags not in (RELEASE_ALL, RELEASE_RESCHEDULE):
            raise TritonModelException(
                "unknown release flags %d: use TRITONSERVER_REQUEST_RELEASE_ALL or TRITONSERVER_REQUEST_RELEASE_RESCHEDULE"
                % flags
            )
        self._release_flags = flags

    def _is_rescheduled(self):
        return self._release_flags == RELEASE_RESCHEDULE

    def exec(self, decoupled=False):
        call = ModelCall(decoupled)
        header = {
            "t": "infer",
            "n": call.number,
            "m": self._model_name,
            "v": min(self._model_version, _LARGEST),
            "id": self._request_id,
            "c": ("#%d" if isinstance(self._correlation_id, int) else "=%s")
            % self._correlation_id,
            "f": self._flags,
            "to": min(self._timeout, _LARGEST),
            "p": self._parameters,
            "o": list(self._requested),
            "dec": bool(decoupled),
            "tr": self._trace._key,
            "b": session.current_batch,
        }
        session.require_execute()
        if self._memory._type == MemoryType.TRITONSERVER_MEMORY_GPU:
            call.answered(_refused_memory(), True)
        else:
            session.calls[call.number] = call
            session.send_tensors(header, "i", self._inputs)
        return ResponseIterator(call) if decoupled else call.next()

    def async_exec(self, decoupled=False):
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(None, lambda: self.exec(decoupled=decoupled))


def _correlation_id(value):
    if value is None:
        raise TypeError("correlation_id is None, expected int or str")
    if isinstance(value, str):
        return value
    if isinstance(value, int) and 0 <= value < 1 << 64:
        return int(value)
    raise TritonModelException(
        "Correlation ID must be integer or string: %r is not one from 0 to 2**64 - 1" % (value,)
    )


def _refused_memory():
    return InferenceResponse(
        error=TritonError(
            "preferred_memory is TRITONSERVER_MEMORY_GPU, but this engine exchanges tensors on the CPU only: use TRITONSERVER_MEMORY_CPU",
            TritonError.UNSUPPORTED,
        )
    )


class ModelCall:
    """A request to another model, and the responses that have come."""

    def __init__(self, decoupled):
        self.number = session.next_number()
        self._decoupled = decoupled
        self._responses = collections.deque()
        self.over = False

    def answered(self, response, final):
        # A model that ends its responses with the final flag alone has an empty last one.
        if response is None and final:
            response = InferenceResponse()
        if response is not None:
            self._responses.append(response)
        if final:
            self.over = True
            session.calls.pop(self.number, None)

    def next(self):
        """The next response; None after the last."""
        session.channel.wait(lambda: self._responses or self.over)
        return self._responses.popleft() if self._responses else None

    def cancel(self):
        if not self.over:
            session.send({"t": "cancelcall", "n": self.number})


class ResponseIterator:
    """The responses of one call. Once they are complete, another iteration begins with the first."""

    def __init__(self, call):
        self._call = call
        self._seen = []
        self._complete = False
        self._at = 0

    def __iter__(self):
        if self._complete and self._at == len(self._seen):
            self._at = 0
        return self

    def __next__(self):
        if self._at == len(self._seen) and not self._complete:
            response = self._call.next()
            self._complete = response is None
            if response is not None:
                self._seen.append(response)
        if self._at == len(self._seen):
            raise StopIteration("all responses were read")
        self._at += 1
        return self._seen[self._at - 1]

    def cancel(self):
        self._call.cancel()
