"""DLPack for tensors on the CPU (data structures of dmlc/dlpack v0.8, dlpack.h)."""

import ctypes

import numpy as np

from .errors import TritonModelException

CPU = 1
CUDA_HOST = 3
_NAME = b"dltensor"
# Capsules keep the address of their name.
_USED = ctypes.create_string_buffer(b"used_dltensor")
# Code and bits of each element type, and numpy's.
_BFLOAT16 = (4, 16)
_DTYPES = {
    (0, 8): np.int8,
    (0, 16): np.int16,
    (0, 32): np.int32,
    (0, 64): np.int64,
    (1, 8): np.uint8,
    (1, 16): np.uint16,
    (1, 32): np.uint32,
    (1, 64): np.uint64,
    (2, 16): np.float16,
    (2, 32): np.float32,
    (2, 64): np.float64,
    _BFLOAT16: np.uint16,
    (6, 8): np.bool_,
}


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_DELETER = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)


class _DLManagedTensor(ctypes.Structure):
    _fields_ = [
        ("described", _DLTensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


def _capsule_function(name, result, *more):
    function = getattr(ctypes.pythonapi, name)
    function.restype = result
    function.argtypes = [ctypes.py_object, *more]
    return function


_is_valid = _capsule_function("PyCapsule_IsValid", ctypes.c_int, ctypes.c_char_p)
_pointer = _capsule_function("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.c_char_p)
_set_name = _capsule_function("PyCapsule_SetName", ctypes.c_int, ctypes.c_void_p)


class _Owned:
    """The memory of a capsule that was taken over; its end gives the memory back."""

    def __init__(self, capsule):
        self._managed = _DLManagedTensor.from_address(_pointer(capsule, _NAME))
        _set_name(capsule, ctypes.addressof(_USED))

    def __del__(self):
        if self._managed.deleter:
            _DELETER(self._managed.deleter)(ctypes.addressof(self._managed))


def _described(capsule):
    return _DLTensor.from_address(_pointer(capsule, _NAME))


def as_bfloat16(capsule):
    """The same memory, whose elements of 16 bits are called bfloat16."""
    _described(capsule).code = _BFLOAT16[0]
    return capsule


def to_numpy(tensor):
    """An array that shares the tensor's memory, and whether its bits are bfloat16."""
    capsule = tensor
    if type(tensor).__name__ != "PyCapsule":
        if not (hasattr(tensor, "__dlpack__") and hasattr(tensor, "__dlpack_device__")):
            raise TritonModelException(
                "from_dlpack takes a DLPack capsule or an object with __dlpack__ and __dlpack_device__, not %s"
                % type(tensor).__name__
            )
        _require_cpu(*tensor.__dlpack_device__())
        capsule = tensor.__dlpack__()
    if not _is_valid(capsule, _NAME):
        raise TritonModelException(
            "the DLPack capsule was used already: a capsule makes one tensor, to_dlpack() makes another capsule"
        )
    described = _described(capsule)
    _require_cpu(described.device_type, described.device_id)
    if not _is_contiguous(described):
        raise TritonModelException(
            "DLPack tensor is not contiguous. Only contiguous DLPack tensors that are stored in C-Order are supported."
        )
    element = (described.code, described.bits)
    if element not in _DTYPES or described.lanes != 1:
        raise TritonModelException(
            "the tensor's elements are of DLPack's type code %d with %d bits, which no datatype of the protocol has"
            % element
        )
    return _view(capsule, described, np.dtype(_DTYPES[element])), element == _BFLOAT16


def _view(capsule, described, dtype):
    shape = tuple(described.shape[axis] for axis in range(described.ndim))
    count = 1
    for size in shape:
        count *= size
    if count == 0:
        _Owned(capsule)
        return np.empty(shape, dtype)
    address = described.data + described.byte_offset
    memory = (ctypes.c_ubyte * (count * dtype.itemsize)).from_address(address)
    memory.owner = _Owned(capsule)
    return np.frombuffer(memory, dtype).reshape(shape)


def _require_cpu(device_type, device_id):
    if device_type in (CPU, CUDA_HOST):
        return
    raise TritonModelException(
        "the tensor is on device %d:%d of DLPack's, and this engine exchanges tensors on the CPU alone: copy it there first, such as with tensor.cpu()"
        % (device_type, device_id)
    )


def _is_contiguous(described):
    if not described.strides:
        return True
    expected = 1
    for axis in reversed(range(described.ndim)):
        size = described.shape[axis]
        if size != 1 and described.strides[axis] != expected:
            return False
        expected *= size
    return True
