import { Button } from "@mantine/core";
import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import type { ConditionProps } from "./editing.ts";
import { Fold } from "../../ui/fold.tsx";
import { type Override, withOptional } from "./rule-input.ts";

/** Few conditions have any. */
const OverrideFields = lazy(() =>
  loadChunk(() => import("./override-fields.tsx")).then((part) => ({ default: part.OverrideFields })),
);

/** Containers, clusters and kits at which a condition has other levels, or does not hold at all. */
export function OverridesField({ path: whole, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const path = `${whole}.overrides`;
  const { overrides = [] } = condition;
  const put = (next: Override[]) =>
    onChange(withOptional(condition, "overrides", next.length === 0 ? undefined : next));
  return (
    <Fold title={t("overrides.title")} isOpen={overrides.length > 0} hasFault={edit.hasFaultIn(path)}>
      <p className="og-note">{t("overrides.help")}</p>
      <ol className="og-plain-list og-close-stack">
        {overrides.map((own, place) => (
          <li key={place}>
            <LaterPart height={120}>
              <OverrideFields
                path={`${path}.${place}`}
                number={place + 1}
                taken={overrides.filter((_, index) => index !== place)}
                {...{ condition, own, edit }}
                onChange={(next) => put(overrides.with(place, next))}
                onRemove={() => put(overrides.filter((_, index) => index !== place))}
              />
            </LaterPart>
          </li>
        ))}
      </ol>
      {overrides.length < limits.overrides && (
        <div>
          <Button variant="default" onClick={() => put([...overrides, {}])}>
            {t(overrides.length === 0 ? "overrides.add" : "overrides.addMore")}
          </Button>
        </div>
      )}
    </Fold>
  );
}
