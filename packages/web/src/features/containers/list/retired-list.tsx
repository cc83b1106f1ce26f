import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCall } from "../../../core/api/use-call.ts";
import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";

/** The containers that are out of service, folded away below the list that they do not count in; nothing where none is. */
export function RetiredList() {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const { data } = useCall("getSitesV2", { filter: { retired: true } }, { select: (answer) => answer.data });
  if (!data || data.length === 0) return null;
  return (
    <details className="og-details og-no-print" style={{ marginTop: 24 }}>
      <summary>{t("retired.show", { count: data.length })}</summary>
      <ul className="og-plain-list og-lined og-box">
        {data.map(({ containerId, name, zoneName, retiredAt }) => (
          <li key={containerId} className="og-line" style={{ padding: "12px 16px" }}>
            <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
              {name}
            </Link>
            {retiredAt !== null && (
              <span className="og-small">
                {t("retired.since", { time: formatTime(Date.parse(retiredAt), "date", zoneName, locale) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
