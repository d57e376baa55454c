"""Loading and unloading of other models."""

import base64

from . import arguments
from .errors import TritonModelException
from .session import session


def _ask(header):
    answer = session.ask(header)
    if "e" in answer:
        raise TritonModelException(answer["e"][1])
    return answer


def load_model(model_name, config="", files=None):
    name = arguments.text("model_name", model_name)
    config = arguments.text("config", config)
    if files is not None and not isinstance(files, dict):
        raise TritonModelException(
            "failed to load model '%s', files should be a dictionary of file paths and file contents, not %s"
            % (name, type(files).__name__)
        )
    if files and config == "":
        raise TritonModelException(
            "files need config: without it the model is loaded from its repository"
        )
    encoded = {}
    for path, content in (files or {}).items():
        path = arguments.text("a key of files", path)
        encoded[path] = base64.b64encode(content).decode()
    _ask({"t": "load", "m": name, "config": config, "files": encoded})


def unload_model(model_name, unload_dependents=False):
    name = arguments.text("model_name", model_name)
    _ask({"t": "unload", "m": name, "dependents": bool(unload_dependents)})


def is_model_ready(model_name, model_version=""):
    name = arguments.text("model_name", model_name)
    version = arguments.text("model_version", model_version)
    return _ask({"t": "isready", "m": name, "v": version})["ready"]
