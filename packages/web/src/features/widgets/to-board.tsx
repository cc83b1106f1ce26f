import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Back to the board. */
export function ToBoard() {
  const { t } = useTranslation("widgets");
  return (
    <Link className="og-link og-line-24" to="/widgets" search={{}}>
      {t("form.toBoard")}
    </Link>
  );
}
