import { Link } from "@tanstack/react-router";
import { Card } from "../ui/card.tsx";

/** Where an ensemble's batches are to be seen. */
export function StepLinks({ steps }: { steps: readonly string[] }) {
  return (
    <Card title="Batch timeline" className="min-w-0 lg:col-span-2 min-[110rem]:col-span-3">
      <p className="px-4 py-3">
        An ensemble runs no batches of its own; its steps do:{" "}
        {steps.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <Link
              to="/models/$name"
              params={{ name }}
              className="font-semibold text-accent hover:underline"
            >
              {name}
            </Link>
          </span>
        ))}
        .
      </p>
    </Card>
  );
}
