import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import list from "../../../domain/sessions/session-list.module.css";
import { browserZone, useLocale } from "../../../ui/use-locale.ts";
import type { ApiToken } from "./api-tokens.data.ts";

/** From then on its owner is told that it ends soon. */
const soonMs = 7 * 86_400_000;

interface Props {
  token: ApiToken;
  now: number;
  onRemove: () => void;
}

/** One token: its name, what it may do, when it was used and when it ends. */
export function ApiTokenLine({ token, now, onRemove }: Props) {
  const { t } = useTranslation(["api-tokens", "shared"]);
  const locale = useLocale();
  const date = (iso: string) => formatTime(Date.parse(iso), "date", browserZone, locale);
  const leftMs = Date.parse(token.expiresAt) - now;
  return (
    <li className={list.row}>
      <IconKey className="og-icon" size={22} aria-hidden />
      <div className="og-words og-rest">
        <span className="og-anywhere og-medium">
          {token.name} <span className="og-note">{token.hint}…</span>
        </span>
        <span className={list.facts}>
          <span>
            {t("shared:labelled", { label: t(token.mayChange ? "reads_and_changes" : "reads") })}{" "}
            {token.permissions.map((right) => t(`right.${right}`)).join(", ")}
          </span>
        </span>
        <span className={list.facts}>
          <span>
            {token.lastUsed === null
              ? t("never")
              : t("used", { date: date(token.lastUsed), address: token.lastAddress ?? "?" })}
          </span>
          <span style={leftMs < soonMs ? { color: "var(--og-danger)" } : undefined}>
            {t(leftMs <= 0 ? "expired" : "expires", { date: date(token.expiresAt) })}
          </span>
        </span>
      </div>
      <Button variant="default" size="xs" aria-label={t("remove_named", { name: token.name })} onClick={onRemove}>
        {t("remove")}
      </Button>
    </li>
  );
}
