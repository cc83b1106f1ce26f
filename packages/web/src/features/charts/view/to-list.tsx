import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** The way back to all charts. */
export function ToList() {
  const { t } = useTranslation("charts");
  return (
    <Link className="og-name-link" to="/charts" search={{}}>
      {t("toList")}
    </Link>
  );
}
