"""What all parts of this process share: the channel, the memory, and whose requests are under way."""

import itertools
import threading
import weakref

import numpy as np

# With less than this a copy into shared memory costs more than it saves.
INLINE_BYTES = 32768
# Ends the entry of a tensor that is in the memory of inputs.
IN_INPUTS = 1
# Where tensors begin behind a header.
ALIGNMENT = 16
_PADDING = bytes(ALIGNMENT)


class Session:
    def __init__(self):
        self.channel = None
        self.shared_inputs = None
        self.shared_outputs = None
        self.model_name = ""
        self.model_version = 1
        self.model_dir = ""
        self.output_names = frozenset()
        self.current_batch = None
        # By number.
        self.calls = {}
        # By key; a sender that the model dropped is gone.
        self.senders = weakref.WeakValueDictionary()
        self.phase = "start"
        self._numbers = itertools.count(1)

    def next_number(self):
        return next(self._numbers)

    def require_execute(self):
        from .errors import TritonModelException

        if self.phase != "execute":
            raise TritonModelException(
                "BLS is only supported in the 'execute' function, not in '%s'." % self.phase
            )

    def complete_header(self, header):
        if self.shared_inputs is not None:
            freed = self.shared_inputs.freed()
            if freed:
                header["fr"] = freed

    def send(self, header):
        self.channel.send(header)

    def ask(self, header):
        """Sends a question and waits for its answer."""
        question = Question()
        header["n"] = self.next_number()
        self.calls[header["n"]] = question
        self.channel.send(header)
        self.channel.wait(lambda: question.answer is not None)
        return question.answer

    def send_tensors(self, header, field, tensors):
        lists, pieces = self._describe([tensors])
        header[field] = lists[0]
        self._send_with(header, lists, pieces)

    def send_response(self, header, response, requested):
        described, tensors = describe_response(response, requested)
        header["r"] = described
        lists, pieces = self._describe([tensors])
        if tensors:
            described["o"] = lists[0]
        self._send_with(header, lists, pieces)

    def send_responses(self, header, described, tensors):
        """`described` has an entry for each list of tensors; None where another way answers."""
        lists, pieces = self._describe(tensors)
        for entry, one in zip(described, lists):
            if entry is not None and "e" not in entry:
                entry["o"] = one
        header["r"] = described
        self._send_with(header, lists, pieces, may_point=True)

    def _describe(self, lists):
        pieces = []
        described = []
        for tensors in lists:
            one = []
            for tensor in tensors:
                piece = tensor._bytes()
                pieces.append(piece)
                one.append([tensor._name, tensor._datatype, list(tensor._shape), len(piece)])
            described.append(one)
        return described, pieces

    def _send_with(self, header, lists, pieces, may_point=False):
        """`may_point`: the engine may read inputs that the model sends back where they are, since nothing writes to them before."""
        if self.shared_outputs is None or sum(map(len, pieces)) <= INLINE_BYTES:
            self.channel.send(header, _padded(pieces))
            return
        entries = [entry for one in lists for entry in one]
        copied = list(zip(entries, pieces))
        if may_point:
            copied = [one for one in copied if not self._point(*one)]
        left = [piece for _, piece in copied]
        with self._placing:
            placed = self.shared_outputs.place(left) if left else None
            if placed is not None:
                # In the order of their numbers: the engine acknowledges all up to one.
                header["q"], offsets = placed
                for (entry, _), offset in zip(copied, offsets):
                    entry.append(offset)
                left = ()
            # The engine has inputs to itself again once this frame is sent: until then `pieces` keeps them.
            self.channel.send(header, _padded(left))

    def _point(self, entry, piece):
        offset = self.shared_inputs.offset_of(piece)
        if offset is None:
            return False
        entry += offset, IN_INPUTS
        return True

    _placing = threading.Lock()

    def tensor_bytes(self, header, payload, entries):
        """An array of bytes for each entry [name, datatype, shape, length, offset?] of a frame."""
        if "s" in header:
            views = [self.shared_inputs.view(entry[4], entry[3]) for entry in entries]
            arrays = [np.frombuffer(view, np.uint8) for view in views]
            self.shared_inputs.lend(header["s"], arrays)
            return arrays
        arrays = []
        at = 0
        whole = np.frombuffer(payload, np.uint8) if payload else np.empty(0, np.uint8)
        for entry in entries:
            arrays.append(whole[at : at + entry[3]])
            at += -(-entry[3] // ALIGNMENT) * ALIGNMENT
        return arrays


def _padded(pieces):
    padded = []
    for piece in pieces:
        padded.append(piece)
        if len(piece) % ALIGNMENT:
            padded.append(_PADDING[len(piece) % ALIGNMENT :])
    return padded


class Question:
    def __init__(self):
        self.answer = None

    def answered_with(self, header):
        self.answer = header


def describe_response(response, requested):
    """Without tensors, and those of its tensors that were asked for."""
    error = response.error()
    if error is not None:
        return {"e": [int(error.code()), error.message()]}, ()
    described = {}
    if response._parameters != "{}":
        described["p"] = response._parameters
    return described, [t for t in response._tensors if t._name in requested]


session = Session()
