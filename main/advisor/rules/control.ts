import { adviceRemedy, type ServerRule } from "../rule.ts";
import * as of from "./common.ts";

export const pollsRepository: ServerRule = {
  id: "O1",
  title: "The server polls its model repository",
  severity: "warning",
  judge({ loadRefusal }) {
    if (!loadRefusal?.polls) return "fine";
    return {
      symptom:
        "Changes in the repository are loaded at any moment, even half written, and models can't be loaded, unloaded or overridden by call.",
      evidence: [of.words("Response to a load call", loadRefusal.message)],
      remedies: [
        adviceRemedy(
          "Start it with --model-control-mode=explicit",
          "Models are then loaded by call, and the response says whether it worked.",
        ),
        adviceRemedy(
          "While it polls, move new versions into place in one step",
          "Write them outside the repository and rename the folder: a rename is atomic.",
        ),
      ],
    };
  },
};
