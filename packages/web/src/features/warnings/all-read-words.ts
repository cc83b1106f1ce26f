import { useTranslation } from "react-i18next";

import type { Answer } from "../../core/api/call.ts";
import { formatList } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";

const kinds = ["incidents", "reports", "personal"] as const;
type Unread = Pick<Answer<"getWarningUnreadCount">, "count"> & Partial<Answer<"getWarningUnreadCount">>;

/**
 * What is marked as read, by the names of the lists that show it: "Mark 3 incidents and 9 reports as read". An answer that
 * was kept before it had these apart has the whole only.
 */
export function useAllReadWords(): (unread: Unread) => string {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  return (unread) => {
    const { count } = unread;
    const known = kinds.map((kind) => [kind, unread[kind] ?? 0] as const).filter(([, some]) => some > 0);
    const parts = known.map(([kind, some]) => t(`allUnread.${kind}`, { count: some }));
    return t("allRead", { count, list: parts.length > 0 ? formatList(parts, locale) : t("allUnread.all", { count }) });
  };
}
