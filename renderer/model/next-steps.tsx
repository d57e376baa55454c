import { Link } from "@tanstack/react-router";
import { FlaskConical, SlidersHorizontal } from "lucide-react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { offWhy } from "../models/last-known.tsx";
import { takesConfigs } from "../server/capability.ts";
import { Button, buttonClass } from "../ui/button.tsx";

/** What to do with a model; off while its server does not answer. */
export function NextSteps({ model, server }: { model: string; server: ServerStatus }) {
  const off = offWhy(server);
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
