import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import { FormDone, FormFailure } from "./form-notes.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

export interface FormFootProps {
  /** Words of the button. */
  send: string;
  /** What is said once it was sent; absent: nothing. */
  done?: string;
  /** A form of its own page asks before it is left with changes; a field among others does not. */
  isGuarded?: boolean;
  form: { isDirty: boolean; isSending: boolean; isDone: boolean; error: Error | undefined; isCarried?: boolean };
  /** Absent: the button waits until something was changed. */
  isDisabled?: boolean;
  variant?: "filled" | "default";
  /** Another button, such as one that closes the form. */
  beside?: ReactNode;
  /** For a button outside of a form. */
  onSend?: () => void;
}

/** The end of a form: why it was not taken, its button, that it was done, and the question before it is left unsent. */
export function FormFoot({
  send,
  done,
  form,
  isGuarded = true,
  isDisabled = !form.isDirty,
  variant = "filled",
  beside,
  onSend,
}: FormFootProps) {
  return (
    <>
      <FormFailure error={form.error} />
      <div className="og-line">
        <Button
          type={onSend ? "button" : "submit"}
          variant={variant}
          disabled={isDisabled}
          loading={form.isSending}
          onClick={onSend}
        >
          {send}
        </Button>
        {beside}
        {done !== undefined && <FormDone text={form.isDone ? done : undefined} />}
      </div>
      {isGuarded && <LeaveGuard isDirty={form.isDirty && !form.isSending} isCarried={form.isCarried} />}
    </>
  );
}
