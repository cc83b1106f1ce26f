import { useId } from "react";
import { useTranslation } from "react-i18next";

import { type ExampleName, exampleNames } from "../../domain/automations/automation-examples.ts";

export interface ExampleChoiceProps {
  example: ExampleName | undefined;
  onChoose: (example: ExampleName | undefined) => void;
}

/** What a new automation begins with, while its container is still to be chosen. */
export function ExampleChoice({ example, onChoose }: ExampleChoiceProps) {
  const { t } = useTranslation("automations");
  const title = useId();
  return (
    <div className="og-close-stack" role="group" aria-labelledby={title}>
      <span id={title} className="og-strong">
        {t("begins")}
      </span>
      <div className="og-wrap">
        {[undefined, ...exampleNames].map((name) => (
          <button
            key={name ?? "none"}
            type="button"
            className="og-choice"
            aria-pressed={name === example}
            onClick={() => onChoose(name)}
          >
            {name === undefined ? t("beginsEmpty") : t(`examples.${name}.offer`)}
          </button>
        ))}
      </div>
    </div>
  );
}
