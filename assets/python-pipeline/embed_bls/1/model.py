"""What embed_ensemble does, as requests to its models: the place for conditions and loops."""

import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [self.embed(request) for request in requests]

    def embed(self, request):
        tensor = pb_utils.get_input_tensor_by_name(request, "text")
        steps = [("tokenizer", "ids"), ("text_encoder", "embedding"), ("normalizer", "vector")]
        for model, output in steps:
            response = pb_utils.InferenceRequest(
                model_name=model,
                requested_output_names=[output],
                inputs=[tensor],
                trace=request.trace(),
            ).exec()
            if response.has_error():
                return pb_utils.InferenceResponse(error=response.error())
            tensor = pb_utils.get_output_tensor_by_name(response, output)
        return pb_utils.InferenceResponse([tensor])
