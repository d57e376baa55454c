"""Runs one instance of a model: loads it, executes what the engine sends, ends with the engine."""

import collections
import os
import signal
import sys
import threading

from .channel import Channel, EngineGone


def main(arguments):
    # The engine ends its instances itself when it is asked to stop, after the requests under way.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    channel = _open_channel()
    channel.frames = collections.deque()
    channel.on_frame = lambda header, payload: channel.frames.append((header, payload))
    _end_with_engine(channel)
    try:
        try:
            import numpy
        except ImportError as error:
            _refuse(channel, "numpy", error)
            return
        channel.send(
            {
                "t": "hello",
                "python": "%d.%d.%d" % sys.version_info[:3],
                "numpy": numpy.__version__,
            }
        )
        from .instance import Instance

        channel.wait(lambda: channel.frames)
        start, _ = channel.frames.popleft()
        Instance(channel, start, "shared" in arguments).run()
    except EngineGone:
        os._exit(1)


def _open_channel():
    """Takes the two connections away from the model: what it prints goes where its errors go."""
    read_fd = os.dup(0)
    write_fd = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")
    for fd in (read_fd, write_fd):
        if hasattr(os, "set_blocking"):
            os.set_blocking(fd, True)
    return Channel(read_fd, write_fd)


def _end_with_engine(channel):
    """No process is left when the engine was killed, whatever the model does meanwhile."""
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    import select

    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(channel._read_fd, 0)

    def watch():
        poll.poll()
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="batchdeck-watch").start()


def _refuse(channel, kind, error):
    channel.send(
        {
            "t": "refused",
            "kind": kind,
            "python": sys.executable,
            "message": "%s: %s" % (type(error).__name__, error),
        }
    )
