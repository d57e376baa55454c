import { useId, useState } from "react";
import { Page } from "../ui/page.tsx";
import { type Fit, fittingLayers } from "./fitting.ts";
import { type Question, QUESTION_IDS, QUESTIONS, UNKNOWN, type Workload } from "./questions.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { type Claim, PLATFORM, TO_LEAVE } from "./layers.ts";
import { SOURCES } from "./sources.ts";
import { Button } from "../ui/button.tsx";

/** Asks about a workload and shows which serving layers fit, with reasons and sources. */
export function ServingLayers() {
  const [workload, setWorkload] = useState<Workload>(UNKNOWN);
  return (
    <Page
      title="Which serving layer fits?"
      subtitle="Based on each project's own documentation. Measure before you decide: experiments run on any connected server."
    >
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
        <WorkloadForm workload={workload} onChange={setWorkload} />
        <LayerFits fits={fittingLayers(workload)} workload={workload} />
      </div>
    </Page>
  );
}

interface LayerFitsProps {
  readonly fits: readonly Fit[];
  readonly workload: Workload;
}

function LayerFits({ fits, workload }: LayerFitsProps) {
  return (
    <section
      aria-label="Serving layers that fit"
      aria-live="polite"
      className="flex flex-col gap-4"
    >
      {fits.length === 0 && (
        <Card>
          <Empty title="Say what you serve">
            Matching layers show here, with reasons, caveats and sources.
          </Empty>
        </Card>
      )}
      {fits.map((fit) => (
        <LayerFit key={fit.layer.name} fit={fit} />
      ))}
      {workload.where === "kubernetes" && (
        <Card title={PLATFORM.name} aside={<Badge tone="accent">Platform around it</Badge>}>
          <Claims claims={[PLATFORM]} />
        </Card>
      )}
      <Card title={TO_LEAVE.name} aside={<Badge tone="bad">Not maintained</Badge>}>
        <Claims claims={[TO_LEAVE]} />
      </Card>
    </section>
  );
}

function LayerFit({ fit: { layer, rank, reasons, caveats } }: { readonly fit: Fit }) {
  return (
    <Card
      title={
        <>
          {layer.name} <span className="font-normal text-muted">{layer.what}</span>
        </>
      }
      aside={rank === "best" ? <Badge tone="good">Fits</Badge> : <Badge>Possible</Badge>}
    >
      <Claims claims={reasons} />
      {caveats.length > 0 && (
        <div className="border-line border-t">
          <p className="px-4 pt-2 font-medium text-warn">Mind</p>
          <Claims claims={caveats} />
        </div>
      )}
    </Card>
  );
}

function Claims({ claims }: { readonly claims: readonly Claim[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 py-2.5 pr-4 pl-8">
      {claims.map(({ text, source }) => (
        <li key={text}>
          {text}{" "}
          <a
            href={SOURCES[source].url}
            target="_blank"
            rel="noreferrer"
            className="whitespace-nowrap text-accent text-xs hover:underline"
          >
            {SOURCES[source].title}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface WorkloadFormProps {
  readonly workload: Workload;
  readonly onChange: (workload: Workload) => void;
}

function WorkloadForm({ workload, onChange }: WorkloadFormProps) {
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
