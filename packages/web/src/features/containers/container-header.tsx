import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { IconStarFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatAge, formatTime } from "../../core/time.ts";
import { atMs } from "../../ui/container/site-facts.ts";
import { ageMs } from "../../ui/freshness.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./container-header.module.css";

/** Name, state, local clock, last sign of life and software of a container. */
export function ContainerHeader({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation(["containers", "site"]);
  const locale = useLocale();
  const seen = atMs(info.lastSeen);
  const seenAt = seen === undefined ? undefined : formatTime(seen, "dateTime", info.zoneName, locale);
  return (
    <PageHeader
      title={info.name}
      context={
        <>
          <StatusMark state={info.status} />
          {info.status !== "online" && seenAt !== undefined && <span>{t("since", { time: seenAt })}</span>}
          {info.warnings > 0 && <StatusMark state="warning" />}
          {info.favorite && <IconStarFilled className={styles.star} size={16} aria-label={t("site:favorite")} />}
        </>
      }
      action={
        <dl className={styles.facts}>
          <div>
            <dt>{t("localTime")}</dt>
            <dd>
              {formatTime(now, "time", info.zoneName, locale)} <span className={styles.zone}>{info.zoneName}</span>
            </dd>
          </div>
          <div>
            <dt>{t("lastSeen")}</dt>
            <dd title={seenAt}>{seen === undefined ? t("never") : formatAge(ageMs(seen, now), locale)}</dd>
          </div>
          <div>
            <dt>{t("version")}</dt>
            <dd>{info.version ?? t("unknown")}</dd>
          </div>
        </dl>
      }
    />
  );
}
