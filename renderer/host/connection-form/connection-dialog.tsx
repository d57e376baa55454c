import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { errorElsewhere } from "./field-errors.ts";
import { FormContext, type FormState } from "./form-context.ts";
import { HeaderFields, ProxyField, SignInFields } from "./sign-in-fields.tsx";
import { TlsFields } from "./tls-fields.tsx";

interface ConnectionDialogProps {
  readonly title: string;
  readonly description: string;
  readonly state: FormState;
  /** Testing and saving require an address. */
  readonly hasAddress: boolean;
  readonly isNew: boolean;
  readonly saving: boolean;
  readonly testing: boolean;
  readonly onTest: () => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** The fields above security, headers and proxy. */
  readonly children: ReactNode;
  /** The result of a test; null before one. */
  readonly result: ReactNode;
  /** Why the last test or save failed. */
  readonly failure: { readonly title: string; readonly error: Error } | null;
}

/** Dialog that creates or edits a connection, with a test. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { state, hasAddress, saving, testing, result, failure } = props;
  const isElsewhere = errorElsewhere(state.error) !== null;
  const outcome = useRef<HTMLDivElement>(null);
  const error = failure?.error;
  const hasResult = result !== null;
  useEffect(() => {
    if (hasResult || error) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [hasResult, error]);
  return (
    <Dialog
      open
      onClose={props.onClose}
      size="medium"
      title={props.title}
      description={props.description}
      actions={
        <>
          <Button className="mr-auto" disabled={!hasAddress || testing} onClick={props.onTest}>
            {testing ? "Testing…" : "Test connection"}
          </Button>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="connection" disabled={!hasAddress || saving}>
            {props.isNew ? "Connect" : "Save"}
          </Button>
        </>
      }
    >
      <FormContext value={state}>
        <form
          id="connection"
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (hasAddress && !saving) props.onSave();
          }}
        >
          {props.children}
          <TlsFields />
          <SignInFields />
          <HeaderFields />
          <ProxyField />
          <div ref={outcome} className="flex scroll-mb-4 flex-col gap-3 empty:hidden">
            {result}
            {failure && isElsewhere && <ErrorNotice {...failure} />}
            {failure && !isElsewhere && <Notice tone="bad" title="Fix the marked field above" />}
          </div>
        </form>
      </FormContext>
    </Dialog>
  );
}
