"""Embeddings to vectors of length 1."""

import numpy as np
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            embedding = pb_utils.get_input_tensor_by_name(request, "embedding").as_numpy()
            length = np.linalg.norm(embedding, axis=1, keepdims=True)
            vector = embedding / np.maximum(length, np.float32(1e-12))
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("vector", vector)]))
        return responses
