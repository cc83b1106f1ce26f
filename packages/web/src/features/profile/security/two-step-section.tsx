import { Badge, Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { Section } from "../../../ui/section.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** With what draws the code that a phone scans, which only a press brings. */
const TwoStepSetup = lazy(() =>
  loadChunk(() => import("./two-step-setup.tsx")).then((part) => ({ default: part.TwoStepSetup })),
);

interface Props {
  isOn: boolean;
  onStart: () => Promise<{ secret: string; uri: string }>;
  /** @returns the recovery codes. */
  onFinish: (code: string) => Promise<string[]>;
  onRemove: () => Promise<void>;
}

/** Two-step sign-in: off, being set up, its recovery codes this once, on, and off again. */
export function TwoStepSection({ isOn, onStart, onFinish, onRemove }: Props) {
  const { t } = useTranslation("profile");
  const [setup, setSetup] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const [isRemoving, setIsRemoving] = useState(false);
  const start = useAct(async () => setSetup(await onStart()));
  const finish = useAct(async (code: string) => {
    setCodes(await onFinish(code));
    setSetup(undefined);
  });
  const remove = useAct(onRemove);

  if (codes) {
    return (
      <Section title={t("two_step")}>
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      </Section>
    );
  }
  if (setup) {
    return (
      <Section title={t("two_step")}>
        <Suspense fallback={null}>
          <TwoStepSetup
            {...setup}
            isChecking={finish.isRunning}
            error={finish.error}
            onCode={(code) => void finish.run(code)}
            onCancel={() => {
              setSetup(undefined);
              finish.forget();
            }}
          />
        </Suspense>
      </Section>
    );
  }
  return (
    <Section title={t("two_step")}>
      <div className="og-line og-fine">
        <Badge variant="light" color={isOn ? "brand" : "gray"} tt="none">
          {isOn ? t("two_step_on") : t("two_step_off")}
        </Badge>
      </div>
      <p className="og-quiet og-anywhere">{isOn ? t("two_step_on_text") : t("two_step_off_text")}</p>
      <FormFailure error={start.error} />
      <div className="og-line">
        {isOn ? (
          <Button variant="default" onClick={() => setIsRemoving(true)}>
            {t("two_step_remove")}
          </Button>
        ) : (
          <Button loading={start.isRunning} onClick={() => void start.run()}>
            {t("two_step_start")}
          </Button>
        )}
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={t("two_step_remove_title")}
          confirm={t("two_step_remove")}
          isRunning={remove.isRunning}
          error={remove.error}
          onConfirm={() => void remove.run().then((isDone) => isDone && setIsRemoving(false))}
          onClose={() => {
            setIsRemoving(false);
            remove.forget();
          }}
        >
          {t("two_step_remove_text")}
        </ConfirmDialog>
      )}
    </Section>
  );
}
