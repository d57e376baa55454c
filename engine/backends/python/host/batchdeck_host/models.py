"""Loading and unloading of other models."""

import base64

from .errors import TritonModelException
from .session import session


def _ask(header):
    answer = session.ask(header)
    if "e" in answer:
        raise TritonModelException(answer["e"][1])
    return answer


def load_model(model_name, config="", files=None):
    if files and config == "":
        raise TritonModelException(
            "files need config: without it the model is loaded from its repository"
        )
    encoded = {}
    for path, content in (files or {}).items():
        encoded[path] = base64.b64encode(content).decode()
    _ask({"t": "load", "m": model_name, "config": config, "files": encoded})


def unload_model(model_name, unload_dependents=False):
    _ask({"t": "unload", "m": model_name, "dependents": bool(unload_dependents)})


def is_model_ready(model_name, model_version=""):
    return _ask({"t": "isready", "m": model_name, "v": str(model_version)})["ready"]
