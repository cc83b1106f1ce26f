import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Why series of a chart are not drawn. */
export function Faults({ faults }: { faults: readonly { series: string; text: string }[] }) {
  const { t } = useTranslation("charts");
  if (faults.length === 0) return null;
  return (
    <ul className="og-plain-list og-close-stack" aria-label={t("faults")}>
      {faults.map(({ series, text }) => (
        <li key={`${series} ${text}`} className="og-row og-note">
          <IconAlertTriangle className="og-icon" size={16} color="var(--og-amber)" aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
