"""Frames between this process and the engine: two lengths, a JSON header, and the bytes of small tensors."""

import collections
import json
import os
import struct
import threading

_LENGTHS = struct.Struct("<II")
_BUFFER = 65536
# The system takes no more pieces with one call.
_MOST_PIECES = 512
# json.dumps and json.loads make one for each call.
_encode = json.JSONEncoder(separators=(",", ":")).encode
_decode = json.JSONDecoder().decode


class EngineGone(BaseException):
    """The engine closed the connection."""


class Channel:
    """Sends from any thread. The thread that waits reads for all others that wait."""

    def __init__(self, read_fd, write_fd):
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._buffer = bytearray(_BUFFER)
        self._view = memoryview(self._buffer)
        self._start = 0
        self._end = 0
        self._turn = threading.Condition()
        self._reading = False
        self._sending = threading.Lock()
        self._later = collections.deque()
        # Takes each frame that was read: a header and the bytes behind it.
        self.on_frame = lambda header, payload: None
        # Adds to a header what every frame carries.
        self.complete_header = lambda header: None

    def wait(self, is_over):
        """Reads frames until `is_over()`, or lets another thread read them."""
        while True:
            with self._turn:
                while self._reading and not is_over():
                    self._turn.wait()
                if is_over():
                    return
                self._reading = True
            try:
                header, payload = self._read()
                self.on_frame(header, payload)
                # A thread that reads on would keep them.
                header = payload = None
            finally:
                with self._turn:
                    self._reading = False
                    self._turn.notify_all()

    def poll(self):
        """Takes the frames that have arrived, unless another thread reads."""
        with self._turn:
            if self._reading:
                return
            self._reading = True
        try:
            while self._end > self._start or _is_readable(self._read_fd):
                header, payload = self._read()
                self.on_frame(header, payload)
        finally:
            with self._turn:
                self._reading = False
                self._turn.notify_all()

    def send(self, header, pieces=()):
        with self._sending:
            self._write(header, pieces)
        self._send_later_ones()

    def send_when_free(self, header):
        """For finalizers, which may run in the middle of a frame that this thread sends."""
        self._later.append(header)
        self._send_later_ones()

    def _send_later_ones(self):
        while self._later and self._sending.acquire(blocking=False):
            try:
                while self._later:
                    self._write(self._later.popleft(), ())
            finally:
                self._sending.release()

    def _write(self, header, pieces):
        self.complete_header(header)
        text = _encode(header).encode()
        length = 0
        for piece in pieces:
            length += len(piece)
        if len(pieces) > _MOST_PIECES:
            pieces = (b"".join(pieces),)
        left = [_LENGTHS.pack(len(text), length) + text, *pieces]
        written = _write_some(self._write_fd, left)
        if written == len(left[0]) + length:
            return
        rest = memoryview(b"".join(left))[written:]
        while rest:
            rest = rest[os.write(self._write_fd, rest) :]

    def _read(self):
        self._fill(_LENGTHS.size)
        header_length, payload_length = _LENGTHS.unpack_from(self._buffer, self._start)
        self._start += _LENGTHS.size
        header = _decode(self._take(header_length).decode())
        return header, self._take(payload_length)

    def _fill(self, need):
        if self._start == self._end:
            self._start = self._end = 0
        elif self._start + need > _BUFFER:
            kept = bytes(self._view[self._start : self._end])
            self._view[: len(kept)] = kept
            self._start, self._end = 0, len(kept)
        while self._end - self._start < need:
            self._end += _read_into(self._read_fd, self._view[self._end :])

    def _take(self, length):
        """The next bytes, in memory of their own."""
        have = min(length, self._end - self._start)
        data = bytearray(length)
        data[:have] = self._view[self._start : self._start + have]
        self._start += have
        if have < length:
            rest = memoryview(data)[have:]
            while rest:
                rest = rest[_read_into(self._read_fd, rest) :]
        return data


if hasattr(os, "readv"):

    def _read_into(fd, view):
        count = os.readv(fd, [view])
        if count == 0:
            raise EngineGone
        return count

    def _write_some(fd, pieces):
        return os.writev(fd, pieces)

else:

    def _read_into(fd, view):
        data = os.read(fd, len(view))
        if not data:
            raise EngineGone
        view[: len(data)] = data
        return len(data)

    def _write_some(fd, pieces):
        return os.write(fd, b"".join(pieces))


def _is_readable(fd):
    import select

    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(0))
