"""A KServe server whose model returns its input, on loopback. Arguments: HTTP port."""

import sys

import uvicorn
from kserve import InferOutput, InferResponse, Model, ModelServer

configure = uvicorn.Config.__init__


def on_loopback(self, *args, **options):
    configure(self, *args, **{**options, "host": "127.0.0.1"})


# KServe listens on all interfaces, and has no option for that.
uvicorn.Config.__init__ = on_loopback


class Echo(Model):
    def __init__(self):
        super().__init__("echo")
        self.ready = True

    async def get_input_types(self):
        return [{"name": "IN", "datatype": "FP32", "shape": [-1, 4]}]

    async def get_output_types(self):
        return [{"name": "OUT", "datatype": "FP32", "shape": [-1, 4]}]

    async def predict(self, payload, headers=None, response_headers=None):
        (tensor,) = payload.inputs
        output = InferOutput("OUT", tensor.shape, tensor.datatype, tensor.as_numpy().flatten().tolist())
        return InferResponse(payload.id or "1", "echo", [output])


ModelServer(http_port=int(sys.argv[1]), enable_grpc=False, workers=1).start([Echo()])
