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

export interface ContainerHeaderProps {
  /** Shown until more is known, so that the heading, which takes the focus, is there at once and stays. */
  title: string;
  info: ContainerInfoV4 | undefined;
  now: number;
}

/** Name, state, local clock, last sign of life and software of a container. */
export function ContainerHeader({ title, info, now }: ContainerHeaderProps) {
  return (
    <PageHeader
      title={info?.name ?? title}
      context={info && <Marks info={info} />}
      action={info && <Facts info={info} now={now} />}
    />
  );
}

function Marks({ info }: { info: ContainerInfoV4 }) {
  const { t } = useTranslation(["containers", "site"]);
  const seenAt = useSeenAt(info);
  return (
    <>
      <StatusMark state={info.status} />
      {info.status !== "online" && seenAt !== undefined && <span>{t("since", { time: seenAt })}</span>}
      {info.warnings > 0 && <StatusMark state="warning" />}
      {info.favorite && <IconStarFilled className={styles.star} size={16} aria-label={t("site:favorite")} />}
    </>
  );
}

function Facts({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const seen = atMs(info.lastSeen);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t("localTime")}</dt>
        <dd>
          {formatTime(now, "time", info.zoneName, locale)} <span className={styles.zone}>{info.zoneName}</span>
        </dd>
      </div>
      <div>
        <dt>{t("lastSeen")}</dt>
        <dd title={useSeenAt(info)}>{seen === undefined ? t("never") : formatAge(ageMs(seen, now), locale)}</dd>
      </div>
      <div>
        <dt>{t("version")}</dt>
        <dd>{info.version ?? t("unknown")}</dd>
      </div>
    </dl>
  );
}

/** When the container was last heard of, on its own clock. */
function useSeenAt(info: ContainerInfoV4): string | undefined {
  const locale = useLocale();
  const seen = atMs(info.lastSeen);
  return seen === undefined ? undefined : formatTime(seen, "dateTime", info.zoneName, locale);
}
