"""Checks the arguments that models pass, with the exceptions that Triton raises for them."""

import operator


def text(name, value):
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode()
    raise TypeError("%s is %s, expected str" % (name, type(value).__name__))


def whole(name, value, bits):
    """An int of at most `bits` bits without a sign; numpy's are ints as well."""
    number = _index(name, value)
    if not 0 <= number < 1 << bits:
        raise TypeError("%s is %d, expected 0 to 2**%d - 1" % (name, number, bits))
    return number


def version(value):
    """A negative one leaves the choice to the server."""
    number = _index("model_version", value)
    if not -(1 << 63) <= number < 1 << 63:
        raise TypeError("model_version is %d, expected less than 2**63" % number)
    return number


def instance(name, value, expected):
    if isinstance(value, expected):
        return value
    raise TypeError(
        "%s is %s, expected %s" % (name, type(value).__name__, expected.__name__)
    )


def items(name, value):
    """A list of a sequence's elements; a string isn't a sequence of strings here."""
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__getitem__"):
        raise TypeError("%s is %s, expected a list" % (name, type(value).__name__))
    return list(value)


def _index(name, value):
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(
            "%s is %s, expected int" % (name, type(value).__name__)
        ) from None
