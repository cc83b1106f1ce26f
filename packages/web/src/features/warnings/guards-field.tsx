import { Button } from "@mantine/core";
import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import type { ConditionProps } from "./editing.ts";
import { Fold } from "../../ui/fold.tsx";
import { type Guard, mayHaveGuards, newGuard, withOptional } from "./rule-input.ts";

/** Few conditions have any. */
const GuardFields = lazy(() =>
  loadChunk(() => import("./guard-fields.tsx")).then((part) => ({ default: part.GuardFields })),
);

/** Only while all of these are so, the condition is judged. */
export function GuardsField({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { when = [] } = condition;
  const fault = edit.faultAt(`${path}.when`);
  const put = (guards: Guard[]) => onChange(withOptional(condition, "when", guards.length === 0 ? undefined : guards));
  const mayHave = mayHaveGuards(condition);
  // What was chosen before the condition could not have any more goes only by hand.
  if (!mayHave && when.length === 0) return null;
  return (
    <Fold title={t("guards.title")} isOpen={when.length > 0} hasFault={edit.hasFaultIn(`${path}.when`)}>
      <p className="og-note">{t("guards.help")}</p>
      {fault !== undefined && (
        <p className="og-flush og-danger" role="alert">
          {fault}
        </p>
      )}
      <ol className="og-plain-list og-close-stack">
        {when.map((guard, place) => (
          <li key={place}>
            <fieldset className="og-plain-group og-close-stack">
              <legend className="og-legend og-small">{t("guards.one", { number: place + 1 })}</legend>
              <LaterPart height={120}>
                <GuardFields
                  path={`${path}.when.${place}`}
                  condition={condition}
                  guard={guard}
                  edit={edit}
                  onChange={(next) => put(when.with(place, next))}
                />
              </LaterPart>
              <div>
                <Button
                  variant="subtle"
                  color="red"
                  aria-label={t("guards.remove", { number: place + 1 })}
                  onClick={() => put(when.filter((_, index) => index !== place))}
                >
                  {t("more.remove")}
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {mayHave && when.length < limits.guards && (
        <div>
          <Button variant="default" onClick={() => put([...when, newGuard()])}>
            {t(when.length === 0 ? "guards.add" : "guards.addMore")}
          </Button>
        </div>
      )}
    </Fold>
  );
}
