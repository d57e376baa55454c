"""One instance of a model: the life of its class, and the batches that the engine sends."""

import asyncio
import atexit
import collections
import importlib
import inspect
import logging
import os
import sys
import threading
import time
import traceback

import triton_python_backend_utils as pb_utils

from . import log
from .errors import ErrorCode, TritonError
from .memory import SharedInputs, SharedOutputs
from .readiness import Readiness
from .requests import InferenceRequest, InferenceResponse, InferenceResponseSender
from .session import describe_response, session
from .tensors import Tensor

IN_FD = 3
OUT_FD = 4


class _Unusable(Exception):
    """What the model returned."""


class Instance:
    def __init__(self, channel, start, shared):
        self._channel = channel
        self._start = start
        self._frames = collections.deque()
        self._model = None
        self._loop = None
        self._readiness = None
        self._background = set()
        self._decoupled = start["decoupled"]
        channel.on_frame = self._take
        channel.complete_header = session.complete_header
        session.channel = channel
        session.model_name = start["model"]
        session.model_version = int(start["version"])
        session.output_names = frozenset(start["outputs"])
        session.model_dir = os.path.dirname(start["file"])
        if shared:
            session.shared_inputs = SharedInputs(IN_FD)
            session.shared_outputs = SharedOutputs(OUT_FD)
        logging.lastResort = log.UnconfiguredLogging(logging.WARNING)

    def run(self):
        model_class = self._load_class()
        if model_class is None:
            return
        if self._start["complete"] is not None:
            self._complete(model_class)
            return
        if not self._initialize(model_class):
            return
        if Readiness.is_defined(self._model):
            self._readiness = Readiness(self._channel, self._model)
        self._channel.send({"t": "ready", "probes": self._readiness is not None})
        session.phase = "execute"
        if self._readiness is not None:
            self._readiness.start()
        while True:
            if not self._frames:
                self._channel.wait(lambda: self._frames)
            header, payload = self._frames.popleft()
            if header["t"] == "stop":
                break
            self._execute(header, payload)
            header = payload = None
        self._finalize()
        # Threads of the model do not keep the process.
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    def _load_class(self):
        """As Triton imports it: module VERSION.model, with the folders of the version and of the model on the path."""
        path = self._start["file"]
        folder, name = os.path.split(path)
        model_folder, version = os.path.split(folder)
        sys.path.append(folder)
        sys.path.append(model_folder)
        try:
            module = importlib.import_module("%s.%s" % (version, name[: -len(".py")]))
        except SyntaxError as error:
            self._refuse("syntax", error)
        except BaseException as error:
            self._refuse("import", error)
        else:
            if hasattr(module, "TritonPythonModel"):
                return module.TritonPythonModel
            self._refuse(
                "class", _Unusable("it has no class named TritonPythonModel")
            )
        return None

    def _complete(self, model_class):
        session.phase = "auto_complete_config"
        config = pb_utils.ModelConfig(self._start["complete"])
        try:
            if hasattr(model_class, "auto_complete_config"):
                config = model_class.auto_complete_config(config)
            if not isinstance(config, pb_utils.ModelConfig):
                raise _Unusable(
                    "auto_complete_config function in model '%s' must return a valid pb.ModelConfig object."
                    % session.model_name
                )
            self._channel.send({"t": "completed", "config": config.as_dict()})
        except BaseException as error:
            self._refuse("complete", error)

    def _initialize(self, model_class):
        session.phase = "initialize"
        try:
            self._model = model_class()
            if hasattr(self._model, "initialize"):
                self._model.initialize(dict(self._start["args"]))
            if not hasattr(self._model, "execute"):
                raise _Unusable("it does not implement `execute`")
            return True
        except BaseException as error:
            self._refuse("initialize", error)
            return False

    def _finalize(self):
        session.phase = "finalize"
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
        if not hasattr(self._model, "finalize"):
            return
        try:
            self._model.finalize()
        except Exception as error:
            log.write_traceback(error)

    def _refuse(self, kind, error):
        if isinstance(error, SyntaxError):
            where = [os.path.relpath(error.filename or "?", os.path.dirname(session.model_dir)), error.lineno]
            text = "%s: %s" % (type(error).__name__, error.msg)
        else:
            where = _place(error)
            text = _describe(error)
        frames = log.model_frames(error.__traceback__)
        trace = "".join(traceback.format_exception(type(error), error, frames))
        self._channel.send(
            {"t": "refused", "kind": kind, "message": text, "where": where, "trace": trace}
        )

    def _take(self, header, payload):
        """A frame of the engine's, in whatever thread it was read."""
        if "a" in header and session.shared_outputs is not None:
            session.shared_outputs.acknowledge(header["a"])
        kind = header["t"]
        if kind in ("exec", "stop"):
            self._frames.append((header, payload))
        elif kind == "reply":
            call = session.calls.get(header["n"])
            if call is None:
                return
            if "final" in header:
                call.answered(self._response(header, payload), header["final"])
            else:
                session.calls.pop(header["n"], None)
                call.answered_with(header)
        elif kind == "probe":
            self._readiness.ask(header["n"])
        elif kind == "cancel":
            sender = session.senders.get(header["k"])
            if sender is not None:
                sender._cancelled = True

    def _response(self, header, payload):
        described = header.get("r")
        if described is None:
            return None
        if "e" in described:
            code, message = described["e"]
            return InferenceResponse(error=TritonError(message, ErrorCode(code)))
        response = InferenceResponse(self._tensors(header, payload, described["o"]))
        response._parameters = described.get("p", "{}")
        return response

    def _tensors(self, header, payload, entries):
        arrays = session.tensor_bytes(header, payload, entries)
        return [Tensor._received(e[0], e[1], e[2], raw) for e, raw in zip(entries, arrays)]

    def _execute(self, header, payload):
        batch = header["b"]
        session.current_batch = batch
        requests, senders = self._requests(header, payload)
        payload = None
        started = time.monotonic_ns()
        try:
            returned = self._model.execute(requests)
            if inspect.iscoroutine(returned):
                returned = self._run_coroutine(returned, batch)
            rescheduled = [i for i, request in enumerate(requests) if request._is_rescheduled()]
            described, tensors = self._responses(returned, senders, rescheduled)
        except BaseException as error:
            for sender in senders:
                sender._close()
            if not isinstance(error, Exception):
                raise
            log.write_traceback(error)
            message = "Failed to process the request(s) for model '%s', message: %s" % (
                self._start["instance"],
                _describe(error),
            )
            # Frames of the traceback hold what the model looked at.
            error.__traceback__ = None
            del error
            requests = senders = returned = None
            self._channel.send({"t": "failed", "b": batch, "m": message})
            return
        ended = time.monotonic_ns()
        answer = {"t": "done", "b": batch, "s": started, "d": ended - started}
        if rescheduled:
            answer["re"] = rescheduled
        requests = senders = returned = None
        session.send_responses(answer, described, tensors)

    def _requests(self, header, payload):
        entries = [entry for fields in header["r"] for entry in fields["i"]]
        tensors = self._tensors(header, payload, entries)
        requests = []
        senders = []
        at = 0
        for fields in header["r"]:
            count = len(fields["i"])
            inputs = tensors[at : at + count]
            at += count
            requested = frozenset(fields["o"]) if "o" in fields else session.output_names
            sender = InferenceResponseSender(fields["k"], requested, self._decoupled)
            session.senders[fields["k"]] = sender
            senders.append(sender)
            requests.append(InferenceRequest._received(fields, inputs, sender))
        return requests, senders

    def _run_coroutine(self, coroutine, batch):
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, daemon=True).start()
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        if not self._decoupled:
            return future.result()
        self._background.add(future)
        future.add_done_callback(self._background_done)
        return None

    def _background_done(self, future):
        self._background.discard(future)
        error = None if future.cancelled() else future.exception()
        if error is not None:
            log.write_traceback(error)

    def _responses(self, returned, senders, rescheduled):
        """What the engine is answered for each request; None where a sender answers, or a later execute."""
        if returned is None:
            self._close_senders(senders, rescheduled)
            return [None] * len(senders), [()] * len(senders)
        if self._decoupled:
            raise _Unusable(
                "Python model '%s' is using the decoupled mode and the execute function must return None."
                % self._start["instance"]
            )
        if not isinstance(returned, list):
            raise _Unusable(
                "Expected a list in the execute return, found type '%s'." % type(returned)
            )
        if len(returned) != len(senders):
            raise _Unusable(
                "Number of InferenceResponse objects do not match the number of InferenceRequest objects. InferenceRequest(s) size is:%d, and InferenceResponse(s) size is:%d"
                % (len(senders), len(returned))
            )
        for i in rescheduled:
            if returned[i] is not None:
                raise _Unusable(
                    "Expected a None object in the execute function return list for reschduled request, found type '%s'."
                    % type(returned[i])
                )
        described = []
        tensors = []
        for response, sender in zip(returned, senders):
            if response is None:
                described.append(None)
                tensors.append(())
                continue
            if not isinstance(response, InferenceResponse):
                raise _Unusable(
                    "Expected an 'InferenceResponse' object in the execute function return list, found type '%s'."
                    % type(response)
                )
            if sender._sent > 0 or sender._closed:
                raise _Unusable(
                    "a request has a response of its sender and one in the returned list"
                )
            one, outputs = describe_response(response, sender._requested)
            described.append(one)
            tensors.append(outputs)
        for response, sender in zip(returned, senders):
            if response is not None:
                sender._close()
        self._close_senders(senders, rescheduled)
        return described, tensors

    @staticmethod
    def _close_senders(senders, rescheduled):
        """The next execute of a rescheduled request gets another sender."""
        for i in rescheduled:
            senders[i]._close()


def _describe(error):
    if isinstance(error, _Unusable):
        return str(error)
    return "%s: %s" % (type(error).__name__, error)


def _place(error):
    """The innermost line of the model's own files: file and number."""
    found = None
    folder = os.path.dirname(session.model_dir)
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.startswith(folder + os.sep):
            found = [os.path.relpath(frame.filename, folder), frame.lineno]
    return found
