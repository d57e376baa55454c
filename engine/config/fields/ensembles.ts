import { map, message, repeated, scalar, type MessageTable } from "../schema.ts";

/** Graphs of models. */
export const ENSEMBLE_MESSAGES: MessageTable = {
  ModelEnsembling: {
    step: repeated(
      message("ModelEnsembling.Step", "The models that make up the ensemble.", { required: true }),
    ),
    max_inflight_requests: scalar("uint32", "Requests in flight per step.", {
      unit: "requests",
      initial: "0: no limit",
    }),
  },
  "ModelEnsembling.Step": {
    model_name: scalar("string", "The model that the step runs.", { required: true }),
    model_version: scalar("int64", "Version of that model; -1 is the newest.", { initial: "0" }),
    input_map: map(
      scalar("string", "Ensemble tensor by the name of the model's input.", { required: true }),
    ),
    output_map: map(
      scalar("string", "Ensemble tensor by the name of the model's output.", { required: true }),
    ),
    model_namespace: scalar("string", "Repository that holds the model, with namespaces on.", {
      initial: "own",
      engine: "ignored",
    }),
  },
};
