import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { type Draft, furthestStep } from "./draft.ts";
import { type Step, steps } from "./new-container.search.ts";

interface StepBarProps {
  draft: Draft;
  step: Step;
  onGo: (step: Step) => void;
}

/** The steps by their names; those that can be opened are buttons. */
export function StepBar({ draft, step, onGo }: StepBarProps) {
  const { t } = useTranslation("new-container");
  const furthest = steps.indexOf(furthestStep(draft));
  return (
    <nav aria-label={t("steps")}>
      <ol className="og-plain-list og-wrap">
        {steps.map((one, place) => (
          <li key={one}>
            <Button
              size="compact-md"
              variant={one === step ? "filled" : "default"}
              aria-current={one === step ? "step" : undefined}
              disabled={place > furthest}
              onClick={() => onGo(one)}
            >
              {`${place + 1}. ${t(`step.${one}`)}`}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
