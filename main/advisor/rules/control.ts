import { adviseOf, type ServerRule } from "../rule.ts";
import * as of from "./common.ts";

export const pollsRepository: ServerRule = {
  id: "O1",
  title: "The server polls its model repository",
  severity: "warning",
  judge({ loadRefusal }) {
    if (loadRefusal === null || !/poll/i.test(loadRefusal)) return "fine";
    return {
      symptom:
        "Whatever is written into the repository is loaded at some moment, also when it is half written, and no call can load, unload or override a model.",
      evidence: [of.words("Asked to load, it says", loadRefusal)],
      remedies: [
        adviseOf(
          "Start it with --model-control-mode=explicit",
          "Models are then loaded when somebody asks for it, and the answer says whether it worked.",
        ),
        adviseOf(
          "While it polls, move new versions into place at once",
          "Write them beside the repository and rename the folder: a rename is seen whole or not at all.",
        ),
      ],
    };
  },
};
