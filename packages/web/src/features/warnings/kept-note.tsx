import { useTranslation } from "react-i18next";

import { isUnreachable } from "../../core/api/api-error.ts";
import { formatAge } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";

interface Props {
  /** Of a list that was put together from what others showed: how old that is. */
  keptAtMs: number | undefined;
  dataUpdatedAt: number;
  error: Error | null;
  now: number;
  /** What is said of a list that was put together. */
  kept: "incident.kept" | "keptWarnings";
}

/** Less is no age that one could name. */
const momentMs = 5_000;

/** Without a network: how old a list is, and whether it is all. */
export function KeptNote({ keptAtMs, dataUpdatedAt, error, now, kept }: Props) {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  const atMs = keptAtMs ?? dataUpdatedAt;
  if (!isUnreachable(error) || atMs === 0) return null;
  const age = now - atMs < momentMs ? t("momentAgo") : formatAge(now - atMs, locale);
  return <p className="og-note og-flush">{t(keptAtMs === undefined ? "incident.asOf" : kept, { age })}</p>;
}
