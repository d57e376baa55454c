"""Metrics of the model's own, which the engine keeps and exports."""

import enum

from .errors import TritonModelException
from .session import session


class MetricKind(enum.IntEnum):
    COUNTER = 0
    GAUGE = 1
    HISTOGRAM = 2


class MetricFamily:
    COUNTER = MetricKind.COUNTER
    GAUGE = MetricKind.GAUGE
    HISTOGRAM = MetricKind.HISTOGRAM

    def __init__(self, name, description, kind):
        self._name = name
        self._kind = MetricKind(kind)
        _ask({"t": "family", "name": name, "help": description, "kind": self._kind.name})

    def Metric(self, labels=None, buckets=None):
        if self._kind != MetricKind.HISTOGRAM and buckets is not None:
            raise TritonModelException("Unexpected buckets: they belong to histograms alone.")
        if self._kind == MetricKind.HISTOGRAM and buckets is None:
            raise TritonModelException("Missing required buckets of a histogram.")
        return Metric(self, dict(labels or {}), buckets)


class Metric:
    def __init__(self, family, labels, buckets):
        # A family is there as long as one of its metrics.
        self._family = family
        self._id = None
        header = {"t": "metric", "family": family._name, "labels": labels}
        if buckets is not None:
            header["buckets"] = [float(bound) for bound in buckets]
        self._id = _ask(header)["id"]

    def increment(self, value):
        kind = self._family._kind
        if kind == MetricKind.HISTOGRAM:
            raise TritonModelException("increment is not supported by a histogram: use observe")
        if kind == MetricKind.COUNTER and value < 0:
            raise TritonModelException("a counter can't be incremented by %r: values are 0 or more" % value)
        self._change("increment", value)

    def set(self, value):
        if self._family._kind != MetricKind.GAUGE:
            raise TritonModelException("set is supported by a gauge alone")
        self._change("set", value)

    def observe(self, value):
        if self._family._kind != MetricKind.HISTOGRAM:
            raise TritonModelException("observe is supported by a histogram alone")
        self._change("observe", value)

    def value(self):
        if self._family._kind == MetricKind.HISTOGRAM:
            raise TritonModelException("a histogram has no single value")
        return _ask({"t": "value", "id": self._id})["value"]

    def _change(self, operation, value):
        session.send({"t": "change", "id": self._id, "op": operation, "value": float(value)})

    def __del__(self):
        if getattr(self, "_id", None) is not None:
            session.channel.send_when_free({"t": "forget", "id": self._id})


def _ask(header):
    answer = session.ask(header)
    if "e" in answer:
        raise TritonModelException(answer["e"][1])
    return answer
