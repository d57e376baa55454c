/** Questions about a workload, with the labels of their options. */
export const QUESTIONS = {
  served: {
    label: "What do you serve?",
    options: {
      llm: "A language model that writes text",
      network: "Neural networks: ONNX, TensorRT or PyTorch",
      savedModel: "TensorFlow SavedModels only",
      classical: "Trees and classical models: XGBoost, LightGBM, scikit-learn",
      python: "Python code of your own around the models",
    },
  },
  hardware: {
    label: "On what?",
    options: {
      nvidia: "NVIDIA GPUs",
      intel: "Intel CPUs or GPUs",
      cpu: "Other CPUs",
      accelerator: "AMD GPUs or other accelerators",
    },
  },
  steps: {
    label: "What happens to one request?",
    options: {
      one: "One model answers it",
      several: "Several models and steps, one after the other",
    },
  },
  where: {
    label: "Where does it run?",
    options: {
      machines: "On machines or containers of your own",
      kubernetes: "On Kubernetes",
    },
  },
} as const;

export type Question = keyof typeof QUESTIONS;
export const QUESTION_IDS = Object.keys(QUESTIONS) as Question[];

type OptionOf<Q extends Question> = keyof (typeof QUESTIONS)[Q]["options"];

/** Null: not answered, which rules nothing out. */
export type Workload = { readonly [Q in Question]: OptionOf<Q> | null };

/** The workloads for which a claim holds: any of the options of each question named. */
export type Case = { readonly [Q in Question]?: readonly OptionOf<Q>[] };

export const UNKNOWN: Workload = { served: null, hardware: null, steps: null, where: null };

/** Whether a workload is such a case; unanswered questions match no case. */
export function isCase(workload: Workload, wanted: Case): boolean {
  return QUESTION_IDS.every((question) => {
    const options: readonly string[] | undefined = wanted[question];
    const answer = workload[question];
    return options === undefined || (answer !== null && options.includes(answer));
  });
}
