import { Link } from "@tanstack/react-router";
import { FlaskConical, SlidersHorizontal } from "lucide-react";
import type { ModelOverview, ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { startBlockedReason } from "../host/start-blocker.tsx";
import { takesConfigs } from "../host/capability.ts";
import { Button, buttonClass } from "../ui/button.tsx";

interface NextStepsProps {
  readonly model: string;
  readonly server: ServerStatus;
  /** Undefined if nothing is known about the model. */
  readonly overview: ModelOverview | ObservedModel | undefined;
}

/** Actions for a model; disabled with a reason while it doesn't serve. */
export function NextSteps({ model, server, overview }: NextStepsProps) {
  const off = startBlockedReason(server, overview);
  const tunes = takesConfigs(server);
  if (off !== undefined)
    return (
      <>
        {tunes && (
          <Button disabled data-hint={off}>
            <SlidersHorizontal aria-hidden="true" />
            Tune
          </Button>
        )}
        <Button look="primary" disabled data-hint={off}>
          <FlaskConical aria-hidden="true" />
          New experiment
        </Button>
      </>
    );
  return (
    <>
      {tunes && (
        <Link to="/tuning/new" search={{ model }} className={buttonClass()}>
          <SlidersHorizontal aria-hidden="true" />
          Tune
        </Link>
      )}
      <Link to="/experiments/new" search={{ model }} className={buttonClass("primary")}>
        <FlaskConical aria-hidden="true" />
        New experiment
      </Link>
    </>
  );
}
