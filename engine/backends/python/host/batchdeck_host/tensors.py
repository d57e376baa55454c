"""Tensors between numpy and the engine."""

import struct

import numpy as np

from . import arguments, dlpack
from .errors import TritonModelException

# Datatypes of the protocol in the order of Triton's numbers, which begin at 1.
DATATYPES = (
    "BOOL",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "FP16",
    "FP32",
    "FP64",
    "BYTES",
    "BF16",
)
NUMBERS = {name: number for number, name in enumerate(DATATYPES, 1)}
DTYPES = {
    "BOOL": np.dtype(np.bool_),
    "UINT8": np.dtype(np.uint8),
    "UINT16": np.dtype(np.uint16),
    "UINT32": np.dtype(np.uint32),
    "UINT64": np.dtype(np.uint64),
    "INT8": np.dtype(np.int8),
    "INT16": np.dtype(np.int16),
    "INT32": np.dtype(np.int32),
    "INT64": np.dtype(np.int64),
    "FP16": np.dtype(np.float16),
    "FP32": np.dtype(np.float32),
    "FP64": np.dtype(np.float64),
    # numpy has no such type: its bits as whole numbers.
    "BF16": np.dtype(np.uint16),
    "BYTES": np.dtype(np.object_),
}
_NAMES = {dtype: name for name, dtype in DTYPES.items() if name != "BF16"}
_LENGTH = struct.Struct("<I")
_NOTHING = np.empty(0, np.uint8)


def datatype_of(dtype):
    """The protocol's name of a numpy type; None where it has none."""
    dtype = np.dtype(dtype)
    name = _NAMES.get(dtype)
    if name is not None:
        return name
    if dtype.kind == "S":
        return "BYTES"
    # A type that ml_dtypes and JAX add to numpy.
    if dtype.name == "bfloat16":
        return "BF16"
    return _NAMES.get(dtype.newbyteorder("="))


def encode_strings(array):
    """The elements in C order, each a length and that many bytes."""
    pieces = []
    for element in array.ravel().tolist():
        data = element if isinstance(element, bytes) else str(element).encode()
        pieces.append(_LENGTH.pack(len(data)))
        pieces.append(data)
    return b"".join(pieces)


def decode_strings(data):
    view = memoryview(data)
    elements = []
    at = 0
    end = len(view)
    while at < end:
        (length,) = _LENGTH.unpack_from(view, at)
        at += 4
        if at + length > end:
            raise struct.error(
                "the bytes of a string tensor end within an element: it has %d bytes, %d are left"
                % (length, end - at)
            )
        elements.append(bytes(view[at : at + length]))
        at += length
    array = np.empty(len(elements), dtype=np.object_)
    array[:] = elements
    return array


class Tensor:
    """A named tensor on the CPU."""

    __slots__ = ("_name", "_datatype", "_shape", "_array", "_raw")

    def __init__(self, name, numpy_array, /):
        name = arguments.text("name", name)
        if name == "":
            raise TritonModelException("Tensor name cannot be an empty string.")
        if not isinstance(numpy_array, np.ndarray):
            raise TypeError(
                "Tensor takes a numpy array, not %s" % type(numpy_array).__name__
            )
        datatype = datatype_of(numpy_array.dtype)
        if datatype is None:
            raise TritonModelException(
                "Tensor '%s' has the numpy type %s, which no datatype of the protocol has; for strings use dtype=numpy.object_"
                % (name, numpy_array.dtype)
            )
        if not numpy_array.flags.c_contiguous:
            numpy_array = np.ascontiguousarray(numpy_array)
        self._name = name
        self._datatype = datatype
        self._shape = numpy_array.shape
        self._array = numpy_array
        self._raw = None
        if datatype == "BYTES":
            data = encode_strings(numpy_array)
            self._raw = np.frombuffer(data, np.uint8) if data else _NOTHING

    @classmethod
    def _received(cls, name, datatype, shape, raw):
        """`raw` is an array of bytes: a view of what the engine sent."""
        tensor = cls.__new__(cls)
        tensor._name = name
        tensor._datatype = datatype
        tensor._shape = tuple(shape)
        tensor._raw = raw
        if datatype == "BYTES":
            tensor._array = None
        else:
            tensor._array = raw.view(DTYPES[datatype]).reshape(tensor._shape)
        return tensor

    def name(self):
        return self._name

    def as_numpy(self):
        if self._array is None:
            self._array = decode_strings(self._raw).reshape(self._shape)
        return self._array

    def triton_dtype(self):
        return NUMBERS[self._datatype]

    def shape(self):
        return list(self._shape)

    def is_cpu(self):
        return True

    def to_dlpack(self):
        return self.__dlpack__()

    def __dlpack__(self, stream=None, **_options):
        # A tensor on the CPU has no streams to wait for.
        if self._datatype == "BYTES":
            raise TritonModelException("DLPack does not have support for string tensors.")
        array = np.ascontiguousarray(self._array)
        if not array.flags.writeable:
            # DLPack can't say that memory is not to be written.
            array = array.copy()
        if self._datatype == "BF16":
            return dlpack.as_bfloat16(array.view(np.uint16).__dlpack__())
        return array.__dlpack__()

    def __dlpack_device__(self):
        return (dlpack.CPU, 0)

    @staticmethod
    def from_dlpack(name, tensor):
        array, is_bfloat16 = dlpack.to_numpy(tensor)
        made = Tensor(name, array)
        if is_bfloat16:
            made._datatype = "BF16"
        return made

    def _bytes(self):
        """What is sent: an array of bytes, a view where the memory is contiguous."""
        if self._datatype == "BYTES":
            return self._raw
        array = self._array
        dtype = array.dtype
        if dtype.byteorder == ">":
            array = array.astype(dtype.newbyteorder("<"))
        # The type that other libraries add to numpy.
        if dtype.kind == "V":
            array = array.view(np.uint16)
        array = np.ascontiguousarray(array)
        return array.reshape(-1).view(np.uint8) if array.size else _NOTHING
