import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { missing } from "../../core/format.ts";
import type { TypesPreview } from "./device-types.data.ts";

export interface ImportPreviewProps {
  preview: TypesPreview;
  isStoring: boolean;
  /** Lines are of a file that the person has. */
  hasLines?: boolean;
  /** @param only The types that were chosen. */
  onStore: (only: readonly string[]) => void;
}

/** What is wrong in a file by its lines, or else what it would change, with a tick for each type. */
export function ImportPreview({ preview: { faults, types }, isStoring, hasLines = true, onStore }: ImportPreviewProps) {
  const { t } = useTranslation("device-types");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (faults.length > 0) return <Faults faults={faults} />;
  const [changing, same] = [types.filter(isChanging), types.filter((type) => !isChanging(type))];
  const changed = changing.map(({ id }) => id);
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
        {changing.map((type) => (
          <li key={type.id} className="og-row og-top">
            <Checkbox
              aria-label={type.name}
              checked={chosen.includes(type.id)}
              onChange={(event) => choose(type.id, event.currentTarget.checked)}
            />
            <div className="og-least">
              <TypeChange type={type} hasLines={hasLines} />
            </div>
          </li>
        ))}
      </ul>
      {same.length > 0 && (
        <details className="og-details">
          <summary>{t("import.same", { count: same.length })}</summary>
          <ul className="og-plain-list">
            {same.map((type) => (
              <li key={type.id} className="og-anywhere">
                {type.name}
              </li>
            ))}
          </ul>
        </details>
      )}
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

const isChanging = ({ change }: TypesPreview["types"][number]) => change !== "same";

function Faults({ faults }: Pick<TypesPreview, "faults">) {
  const { t } = useTranslation("device-types");
  return (
    <div className="og-close-stack" role="alert">
      <p className="og-flush og-danger">{t("import.faults", { count: faults.length })}</p>
      <ul className="og-plain-list og-close-stack">
        {faults.map((fault, place) => (
          <li key={place} className="og-anywhere">
            <FaultLine fault={fault} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where it is, what stands there, what is wrong with that, and what might stand there instead. */
function FaultLine({ fault: { line, type, parameter, field, value, fault, allowed } }: { fault: Fault }) {
  const { t } = useTranslation("device-types");
  const isSyntax = fault === "syntax" || fault === "syntax_missing" || fault === "syntax_indent";
  const stands = field === null || value === null ? undefined : t("import.stands", { field, value });
  const sentences = [
    isSyntax && value !== null && t("import.after", { value }),
    stands ?? (field !== null && t("import.field", { field })),
    t(`wrong.${fault}`),
    allowed.length > 0 && t("import.allowed", { list: allowed.join(", ") }),
  ];
  return (
    <>
      <span className="og-strong">{[t("import.line", { line }), type, parameter].filter(Boolean).join(" · ")}</span>{" "}
      {sentences.filter(Boolean).join(" ")}
    </>
  );
}

type Fault = TypesPreview["faults"][number];

interface ChangeProps {
  type: TypesPreview["types"][number];
  hasLines: boolean;
}

function TypeChange({ type: { name, line, change, differences }, hasLines }: ChangeProps) {
  const { t } = useTranslation("device-types");
  return (
    <>
      <p className="og-flush og-anywhere">
        <span className="og-strong">{name}</span>{" "}
        <span className="og-small">
          {[t(`import.change.${change}`), hasLines && t("import.line", { line })].filter(Boolean).join(" · ")}
        </span>
      </p>
      {differences.length > 0 && (
        <ul className="og-plain-list">
          {differences.map(({ path, line: at, before, after }) => (
            <li key={path} className="og-small og-anywhere">
              {at === null ? t("import.gone") : hasLines && t("import.line", { line: at })} {path}
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
