import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { missing } from "../../core/format.ts";
import type { TypesPreview } from "./device-types.data.ts";

export interface ImportPreviewProps {
  preview: TypesPreview;
  isStoring: boolean;
  /** @param only The types that were chosen. */
  onStore: (only: readonly string[]) => void;
}

/** What is wrong in a file by its lines, or else what it would change, with a tick for each type. */
export function ImportPreview({ preview: { faults, types }, isStoring, onStore }: ImportPreviewProps) {
  const { t } = useTranslation("device-types");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (faults.length > 0) return <Faults faults={faults} />;
  const changed = types.filter(({ change }) => change !== "same").map(({ id }) => id);
  const chosen = changed.filter((id) => !left.has(id));
  const choose = (id: string, isChosen: boolean) =>
    setLeft(new Set(isChosen ? [...left].filter((one) => one !== id) : [...left, id]));
  return (
    <div className="og-close-stack">
      <p className="og-flush" role="status">
        {changed.length === 0
          ? t("import.wouldNothing", { count: types.length })
          : t("import.would", { count: changed.length, all: types.length })}
      </p>
      <ul className="og-plain-list og-close-stack og-lined">
        {types.map((type) => (
          <li key={type.id} className="og-row og-top">
            {type.change !== "same" && (
              <Checkbox
                aria-label={type.name}
                checked={chosen.includes(type.id)}
                onChange={(event) => choose(type.id, event.currentTarget.checked)}
              />
            )}
            <div className="og-least">
              <TypeChange type={type} />
            </div>
          </li>
        ))}
      </ul>
      {changed.length > 0 && (
        <div className="og-line">
          <Button loading={isStoring} disabled={chosen.length === 0} onClick={() => onStore(chosen)}>
            {t("import.store", { count: chosen.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Faults({ faults }: Pick<TypesPreview, "faults">) {
  const { t } = useTranslation("device-types");
  return (
    <div className="og-close-stack" role="alert">
      <p className="og-flush og-danger">{t("import.faults", { count: faults.length })}</p>
      <ul className="og-plain-list og-close-stack">
        {faults.map(({ line, path, fault, text }, place) => (
          <li key={place} className="og-anywhere">
            <span className="og-strong">{t("import.line", { line })}</span> {path}{" "}
            {fault === "syntax" || fault === "value" ? `${t(`wrong.${fault}`)} (${text})` : t(`wrong.${fault}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TypeChange({ type: { name, line, change, differences } }: { type: TypesPreview["types"][number] }) {
  const { t } = useTranslation("device-types");
  return (
    <>
      <p className="og-flush og-anywhere">
        <span className="og-strong">{name}</span>{" "}
        <span className="og-small">
          {t(`import.change.${change}`)} · {t("import.line", { line })}
        </span>
      </p>
      {differences.length > 0 && (
        <ul className="og-plain-list">
          {differences.map(({ path, line: at, before, after }) => (
            <li key={path} className="og-small og-anywhere">
              {at === null ? t("import.gone") : t("import.line", { line: at })} {path}
              {": "}
              <del>{written(before)}</del> → <ins>{written(after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** As it stands in the file. */
function written(value: unknown): string {
  if (value === null) return missing;
  return typeof value === "string" ? value : JSON.stringify(value);
}
