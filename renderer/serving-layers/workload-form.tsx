import { useId } from "react";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { QUESTION_IDS, QUESTIONS, type Question, UNKNOWN, type Workload } from "./questions.ts";

interface WorkloadFormProps {
  readonly workload: Workload;
  readonly onChange: (workload: Workload) => void;
}

export function WorkloadForm({ workload, onChange }: WorkloadFormProps) {
  const answered = QUESTION_IDS.some((question) => workload[question] !== null);
  return (
    <Card
      title="Your workload"
      aside={
        answered && (
          <Button look="quiet" onClick={() => onChange(UNKNOWN)}>
            Start over
          </Button>
        )
      }
    >
      <form className="flex flex-col gap-4 px-4 py-3">
        {QUESTION_IDS.map((question) => (
          <Choice
            key={question}
            question={question}
            answer={workload[question]}
            onAnswer={(answer) => onChange({ ...workload, [question]: answer })}
          />
        ))}
      </form>
    </Card>
  );
}

interface ChoiceProps {
  readonly question: Question;
  readonly answer: string | null;
  readonly onAnswer: (answer: string) => void;
}

function Choice({ question, answer, onAnswer }: ChoiceProps) {
  const name = useId();
  const { label, options } = QUESTIONS[question];
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      {Object.entries(options).map(([option, words]) => (
        <label key={option} className="flex items-start gap-2">
          <input
            type="radio"
            className="mt-1"
            name={name}
            checked={answer === option}
            onChange={() => onAnswer(option)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
