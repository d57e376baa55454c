"""A model of MLServer that returns its input."""

from mlserver import MLModel
from mlserver.types import InferenceResponse, ResponseOutput


class Echo(MLModel):
    async def load(self):
        return True

    async def predict(self, payload):
        (tensor,) = payload.inputs
        output = ResponseOutput(
            name="OUT", shape=tensor.shape, datatype=tensor.datatype, data=tensor.data
        )
        return InferenceResponse(model_name=self.name, outputs=[output])
