import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export interface FaultsProps {
  faults: readonly { series: string; text: string; kind: "toChoose" | "fault" | "misplaced" }[];
  /** Puts a series whose axis has another unit in a drawing of its own; undefined: it cannot be moved. */
  apartOf?: ((series: string) => (() => void) | undefined) | undefined;
}

/** On a phone it stands on lines of its own. */
const longLabel = { root: { height: "auto", maxWidth: "100%" }, label: { whiteSpace: "normal" } } as const;

/** Why series of a chart are not drawn. */
export function Faults({ faults, apartOf }: FaultsProps) {
  const { t } = useTranslation("charts");
  if (faults.length === 0) return null;
  return (
    <ul className="og-plain-list og-close-stack" aria-label={t("faults")}>
      {faults.map(({ series, text, kind }) => {
        const apart = kind === "misplaced" ? apartOf?.(series) : undefined;
        return (
          <li key={`${series} ${text}`} className="og-row og-note">
            {kind === "toChoose" ? (
              <IconInfoCircle className="og-icon" size={16} aria-hidden />
            ) : (
              <IconAlertTriangle className="og-icon" size={16} color="var(--og-amber)" aria-hidden />
            )}
            <div className="og-wrap" style={{ flex: 1, minWidth: 0, alignItems: "center" }}>
              <span>{text}</span>
              {apart && (
                <Button variant="subtle" size="compact-sm" styles={longLabel} onClick={apart}>
                  {t("ownDrawing")}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
