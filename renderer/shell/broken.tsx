import type { ErrorComponentProps } from "@tanstack/react-router";
import { StatusError } from "../../base/status-error.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";

/** Shown instead of a screen that failed to render. The rest of the console keeps working. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page failed">
      <Notice
        tone="bad"
        title="Can't show this page"
        actions={<Button onClick={reset}>Try again</Button>}
      >
        {StatusError.from(error).message}
      </Notice>
    </Page>
  );
}
