import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { SearchField } from "../../ui/search-field.tsx";
import styles from "./users.module.css";

interface Props {
  /** Absent: not known yet. */
  containers: readonly { id: string; name: string }[] | undefined;
  chosen: readonly string[];
  disabled?: boolean;
  onChange: (chosen: string[]) => void;
}

/** Boxes that are drawn at once; a search finds the others. */
const boxesAtOnce = 100;

/** Which containers a person sees, found by name or id. */
export function ContainerPicker({ containers, chosen, disabled = false, onChange }: Props) {
  const { t } = useTranslation("users");
  const [text, setText] = useState("");
  const sought = text.toLowerCase();
  const found = (containers ?? []).filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(sought));
  const shown = found.slice(0, boxesAtOnce);
  const picked = new Set(chosen);
  const add = () => onChange([...new Set([...chosen, ...found.map(({ id }) => id)])]);
  return (
    <fieldset className="og-plain-group og-stack og-mid">
      <legend className="og-legend">
        {t("containers")} <span className="og-note og-anywhere og-normal">{t("chosen", { count: chosen.length })}</span>
      </legend>
      <div className="og-line">
        <SearchField label={t("container_search")} clearLabel={t("search_clear")} text={text} onText={setText} />
        <Button variant="default" disabled={disabled || found.length === 0} onClick={add}>
          {t("choose_all")}
        </Button>
        <Button variant="default" disabled={disabled || chosen.length === 0} onClick={() => onChange([])}>
          {t("choose_none")}
        </Button>
      </div>
      <div className={styles.boxes} style={columns(220)}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            description={id}
            checked={picked.has(id)}
            disabled={disabled}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
        {containers && found.length === 0 && <p className="og-quiet">{t("container_none")}</p>}
        {found.length > shown.length && (
          <p className="og-quiet">{t("container_more", { count: found.length - shown.length })}</p>
        )}
      </div>
    </fieldset>
  );
}
