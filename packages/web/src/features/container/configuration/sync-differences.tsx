import { Button } from "@mantine/core";
import type { SyncDirection, SyncQuestion } from "@offgrid/contract/configuration/config-sync";
import type { ContainerSetting, SyncReport } from "@offgrid/contract/configuration/config-sync.calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { useFieldName, useValueWords } from "../../../domain/configuration/config-words.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { sayDone } from "../../../ui/toast.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { Difference } from "./config-status.tsx";

export interface SyncDifferencesProps {
  setting: ContainerSetting;
  mayChange: boolean;
  onPreview: (question: SyncQuestion) => Promise<SyncReport>;
  onApply: (question: SyncQuestion, preview: string) => Promise<SyncReport>;
}

type ShownDifference = ContainerSetting["differences"][number];
type Choices = Partial<Record<string, SyncDirection>>;

/** Every value that differs, with the side that is to count; what that comes to is shown before it is done. */
export function SyncDifferences({ setting, mayChange, onPreview, onApply }: SyncDifferencesProps) {
  const { t } = useTranslation("config-sync");
  const [choices, setChoices] = useState<Choices>({});
  const [report, setReport] = useState<SyncReport>();
  const { differences } = setting;
  const choiceOf = ({ path, changed }: ShownDifference) => choices[path] ?? usual(changed);
  const question = questionOf(
    differences.map(choiceOf),
    differences.map(({ path }) => path),
  );
  const preview = useAct(async () => question && setReport(await onPreview(question)));
  const apply = useAct(async (seen: SyncReport) => {
    if (!question) return;
    const { applied } = await onApply(question, seen.preview);
    sayDone(t("applied", { count: applied }));
  });
  const chooseAll = (direction: SyncDirection) =>
    setChoices(Object.fromEntries(differences.map(({ path }) => [path, direction])));
  return (
    <>
      {mayChange && <ChooseAll onChoose={chooseAll} />}
      <ul className="og-plain-list og-stack">
        {differences.map((one) => (
          <Row
            key={one.path}
            setting={setting}
            difference={one}
            choice={choiceOf(one)}
            onChoose={mayChange ? (direction) => setChoices({ ...choices, [one.path]: direction }) : undefined}
          />
        ))}
      </ul>
      <FormFailure error={preview.error} />
      {mayChange && (
        <div className="og-line">
          <Button disabled={!question} loading={preview.isRunning} onClick={() => void preview.run()}>
            {t("review")}
          </Button>
          {!question && <span className="og-note">{t("choose")}</span>}
        </div>
      )}
      {report && (
        <StepsDialog
          report={report}
          error={apply.error}
          isRunning={apply.isRunning}
          onConfirm={() => void apply.run(report).then((isDone) => isDone && setReport(undefined))}
          onClose={() => {
            setReport(undefined);
            apply.forget();
          }}
        />
      )}
    </>
  );
}

function ChooseAll({ onChoose }: { onChoose: (direction: SyncDirection) => void }) {
  const { t } = useTranslation("config-sync");
  return (
    <div className="og-line">
      <Button variant="default" onClick={() => onChoose("portalToController")}>
        {t("allHere")}
      </Button>
      <Button variant="default" onClick={() => onChoose("controllerToPortal")}>
        {t("allThere")}
      </Button>
    </div>
  );
}

const sideOf = { portalToController: "here", controllerToPortal: "there" } as const;

interface RowProps {
  setting: ContainerSetting;
  difference: ShownDifference;
  choice: SyncDirection | undefined;
  onChoose: ((direction: SyncDirection) => void) | undefined;
}

function Row({ setting, difference: { path, changed, agreed }, choice, onChoose }: RowProps) {
  const { t } = useTranslation("config-sync");
  const before = useValueWords()(agreed, path) || missing;
  return (
    <li className="og-close-stack">
      <Difference
        path={path}
        configuration={setting}
        side={choice && sideOf[choice]}
        onSide={onChoose && ((side) => onChoose(side === "here" ? "portalToController" : "controllerToPortal"))}
      />
      <p className="og-note og-flush">{t(`changed.${changed}`, { value: before })}</p>
    </li>
  );
}

/** What only one side changed goes to the other; what both changed waits for a person. */
function usual(changed: ShownDifference["changed"]): SyncDirection | undefined {
  if (changed === "portal") return "portalToController";
  return changed === "controller" ? "controllerToPortal" : undefined;
}

/** Undefined: a side is still to be chosen. */
function questionOf(
  choices: readonly (SyncDirection | undefined)[],
  paths: readonly string[],
): SyncQuestion | undefined {
  const [direction] = choices;
  if (!direction || choices.includes(undefined)) return undefined;
  return { direction, except: paths.filter((_, place) => choices[place] !== direction) };
}

interface StepsDialogProps {
  report: SyncReport;
  error: Error | undefined;
  isRunning: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** What would be done, value by value. */
function StepsDialog({ report: { steps }, error, isRunning, onConfirm, onClose }: StepsDialogProps) {
  const { t } = useTranslation("config-sync");
  const write = useValueWords();
  const fieldName = useFieldName();
  const isNothing = steps.length === 0;
  return (
    <ConfirmDialog
      title={t("steps.title", { count: steps.length })}
      confirm={t(isNothing ? "steps.close" : "steps.apply")}
      error={error}
      isRunning={isRunning}
      onConfirm={isNothing ? onClose : onConfirm}
      onClose={onClose}
    >
      {isNothing ? (
        t("steps.none")
      ) : (
        <ul className="og-plain-list og-stack">
          {steps.map(({ path, direction, from, to }) => (
            <li key={path}>
              <span className="og-strong">{fieldName(path)}</span>
              <p className="og-flush og-anywhere">
                {t(`steps.${direction}`, {
                  from: write(from, path) || missing,
                  to: write(to, path) || missing,
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
