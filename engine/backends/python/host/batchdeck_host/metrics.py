"""Metrics of the model's own, which the engine keeps and exports."""

import enum
import math

from . import arguments
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
        # By labels: a metric is there as long as its family.
        self._metrics = {}
        self._name = arguments.text("name", name)
        self._kind = arguments.instance("kind", kind, MetricKind)
        help = arguments.text("description", description)
        _ask({"t": "family", "name": self._name, "help": help, "kind": self._kind.name})

    def Metric(self, labels=None, buckets=None):
        labels = self._labels(labels)
        buckets = self._buckets(buckets)
        key = frozenset(labels.items())
        if key not in self._metrics:
            self._metrics[key] = Metric(self, labels, buckets)
        return self._metrics[key]

    def _labels(self, labels):
        if labels is None:
            return {}
        if not isinstance(labels, dict):
            raise TritonModelException(
                "Failed to create metric. Labels must be a dictionary, not %s."
                % type(labels).__name__
            )
        for name, value in labels.items():
            if not isinstance(name, str) or not isinstance(value, str):
                raise TritonModelException(
                    "Failed to create metric. Label %r is %s, expected str."
                    % (name, type(value).__name__)
                )
        return labels

    def _buckets(self, buckets):
        if buckets is None:
            if self._kind == MetricKind.HISTOGRAM:
                raise TritonModelException(
                    "Failed to create metric. Missing required buckets of a histogram."
                )
            return None
        if not isinstance(buckets, list):
            raise TritonModelException(
                "Failed to create metric. Buckets must be a list, not %s."
                % type(buckets).__name__
            )
        if self._kind != MetricKind.HISTOGRAM:
            raise TritonModelException(
                "Failed to create metric. Unexpected buckets: only histograms have them."
            )
        return [_sent(bound) for bound in buckets]

    def __del__(self):
        for metric in getattr(self, "_metrics", {}).values():
            metric._end()


class Metric:
    def __init__(self, family, labels, buckets):
        self._kind = family._kind
        header = {"t": "metric", "family": family._name, "labels": labels}
        if buckets is not None:
            header["buckets"] = buckets
        self._id = _ask(header)["id"]

    def increment(self, value, /):
        if self._kind == MetricKind.HISTOGRAM:
            raise TritonModelException("increment is not supported by a histogram: use observe")
        if self._kind == MetricKind.COUNTER and value < 0:
            raise TritonModelException("a counter can't be incremented by %r: values are 0 or more" % value)
        self._change("increment", value)

    def set(self, value, /):
        if self._kind != MetricKind.GAUGE:
            raise TritonModelException("set is only supported by a gauge")
        self._change("set", value)

    def observe(self, value, /):
        if self._kind != MetricKind.HISTOGRAM:
            raise TritonModelException("observe is only supported by a histogram")
        self._change("observe", value)

    def value(self):
        if self._kind == MetricKind.HISTOGRAM:
            raise TritonModelException("a histogram has no single value")
        self._require_family()
        return float(_ask({"t": "value", "id": self._id})["value"])

    def _change(self, operation, value):
        self._require_family()
        session.send({"t": "change", "id": self._id, "op": operation, "value": _sent(value)})

    def _require_family(self):
        if self._id is None:
            raise TritonModelException(
                "Invalid metric operation: the metric's MetricFamily was deleted. Keep it as long as its metrics, for example in self."
            )

    def _end(self):
        session.channel.send_when_free({"t": "forget", "id": self._id})
        self._id = None


def _sent(value):
    """A number, or the name of one that JSON doesn't have."""
    number = float(value)
    if math.isfinite(number):
        return number
    return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"


def _ask(header):
    answer = session.ask(header)
    if "e" in answer:
        raise TritonModelException(answer["e"][1])
    return answer
