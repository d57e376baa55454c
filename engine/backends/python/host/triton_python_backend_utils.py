"""What Triton's Python models import: the API that its README documents, for models that run in this engine."""

import numpy as np
from batchdeck_host import requests as _requests
from batchdeck_host import tensors as _tensors
from batchdeck_host.errors import TritonError, TritonModelException  # noqa: F401
from batchdeck_host.log import Logger  # noqa: F401
from batchdeck_host.metrics import MetricFamily  # noqa: F401
from batchdeck_host.model_config import ModelConfig  # noqa: F401
from batchdeck_host.models import is_model_ready, load_model, unload_model  # noqa: F401
from batchdeck_host.requests import (  # noqa: F401
    InferenceRequest,
    InferenceResponse,
    PreferredMemory,
)
from batchdeck_host.session import session as _session
from batchdeck_host.tensors import Tensor  # noqa: F401

TRITONSERVER_REQUEST_FLAG_SEQUENCE_START = 1
TRITONSERVER_REQUEST_FLAG_SEQUENCE_END = 2
TRITONSERVER_RESPONSE_COMPLETE_FINAL = 1
TRITONSERVER_REQUEST_RELEASE_ALL = 1
TRITONSERVER_REQUEST_RELEASE_RESCHEDULE = 2
TRITONSERVER_MEMORY_CPU = _requests.MemoryType.TRITONSERVER_MEMORY_CPU
TRITONSERVER_MEMORY_GPU = _requests.MemoryType.TRITONSERVER_MEMORY_GPU

_CONFIG_NAMES = {"BYTES": "STRING"}
# BF16 has no type in numpy.
_NUMPY_TYPES = {
    name: dtype.type for name, dtype in _tensors.DTYPES.items() if name != "BF16"
}
_TYPES_BY_NUMBER = {_tensors.NUMBERS[name]: kind for name, kind in _NUMPY_TYPES.items()}

TRITON_STRING_TO_NUMPY = {
    "TYPE_" + _CONFIG_NAMES.get(name, name): kind for name, kind in _NUMPY_TYPES.items()
}
TRITON_STRING_TO_NUMPY["TYPE_BOOL"] = bool


def get_model_dir():
    """The folder of the model's version, in which its model.py is."""
    return _session.model_dir


def get_input_tensor_by_name(inference_request, name):
    return _named(inference_request.inputs(), name)


def get_output_tensor_by_name(inference_response, name):
    return _named(inference_response.output_tensors(), name)


def _named(tensors, name):
    for tensor in tensors:
        if tensor.name() == name:
            return tensor
    return None


def get_input_config_by_name(model_config, name):
    return _configured(model_config, "input", name)


def get_output_config_by_name(model_config, name):
    return _configured(model_config, "output", name)


def _configured(model_config, role, name):
    if role in model_config:
        for properties in model_config[role]:
            if properties["name"] == name:
                return properties
    return None


def using_decoupled_model_transaction_policy(model_config):
    return model_config.get("model_transaction_policy", {}).get("decoupled", False)


def triton_string_to_numpy(triton_type_string):
    return TRITON_STRING_TO_NUMPY[triton_type_string]


def triton_to_numpy_type(data_type):
    """The numpy type of a datatype's number; None for BF16 and unknown numbers."""
    return _TYPES_BY_NUMBER.get(data_type)


def numpy_to_triton_type(data_type):
    """The number of the datatype that equals a numpy type; None for other types, also for Python's own."""
    for number, kind in _TYPES_BY_NUMBER.items():
        if data_type == kind:
            return number
    return _tensors.NUMBERS["BYTES"] if data_type == np.bytes_ else None


def serialize_byte_tensor(input_tensor):
    """The elements of an array of strings in C order, each as four bytes of length and its own."""
    if input_tensor.size == 0:
        return ()
    if input_tensor.dtype != np.object_ and input_tensor.dtype.type != np.bytes_:
        return None
    return _tensors.encode_strings(input_tensor)


def deserialize_bytes_tensor(encoded_tensor):
    """The strings of such bytes, as an array of one dimension."""
    return _tensors.decode_strings(encoded_tensor)
