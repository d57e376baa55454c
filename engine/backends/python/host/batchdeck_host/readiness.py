"""Answers whether the model is ready, on a thread of its own: also while `execute` runs."""

import asyncio
import collections
import inspect
import os
import threading

from .channel import EngineGone


class Readiness:
    def __init__(self, channel, model):
        self._channel = channel
        self._model = model
        self._asked = collections.deque()

    @staticmethod
    def is_defined(model):
        return hasattr(model, "is_ready")

    def start(self):
        threading.Thread(target=self._run, daemon=True, name="batchdeck-readiness").start()

    def ask(self, number):
        self._asked.append(number)

    def _run(self):
        try:
            while True:
                self._channel.wait(lambda: self._asked)
                numbers = [self._asked.popleft() for _ in range(len(self._asked))]
                answer = self._check()
                for number in numbers:
                    self._channel.send({"t": "probed", "n": number, **answer})
        except (EngineGone, OSError):
            os._exit(1)

    def _check(self):
        try:
            result = self._model.is_ready()
            if inspect.iscoroutine(result):
                result = asyncio.run(result)
            if not isinstance(result, bool):
                raise TypeError("is_ready() must return a boolean value")
        except Exception as error:
            return {"ready": False, "m": "%s: %s" % (type(error).__name__, error)}
        return {"ready": result}
