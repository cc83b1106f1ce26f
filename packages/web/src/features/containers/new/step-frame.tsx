import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../../ui/form-notes.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { Section } from "../../../ui/section.tsx";
import type { Draft } from "./draft.ts";
import type { Step } from "./new-container.search.ts";

/** What each step with fields is given. */
export interface StepProps {
  draft: Draft;
  /** Keeps what was typed and goes on. */
  onNext: (change: Partial<Draft>) => Promise<void>;
  /** Keeps what was typed as it is, and goes to an earlier step. */
  onBack: (change: Partial<Draft>, to: Step) => void;
}

interface StepFrameProps {
  step: Step;
  children: ReactNode;
  form: {
    isDirty: boolean;
    isSending: boolean;
    error: Error | undefined;
    onSubmit: (event: { preventDefault: () => void }) => void;
  };
  /** Absent: the first step. */
  onBack?: () => void;
}

/** A step of the form: its fields, the way back and the way on. */
export function StepFrame({ step, children, form, onBack }: StepFrameProps) {
  const { t } = useTranslation("new-container");
  return (
    <Section title={t(`step.${step}`)}>
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        {children}
        <FormFailure error={form.error} />
        <div className="og-line">
          {onBack && (
            <Button variant="default" onClick={onBack}>
              {t("back")}
            </Button>
          )}
          <Button type="submit" loading={form.isSending}>
            {t("next")}
          </Button>
        </div>
        <LeaveGuard isDirty={form.isDirty && !form.isSending} />
      </form>
    </Section>
  );
}
