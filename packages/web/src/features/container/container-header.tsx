import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { useSilenceMs } from "../../core/live/live.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { atMs } from "../../domain/containers/container-facts.ts";
import { FavoriteStar } from "../../domain/favorites/favorite-star.tsx";
import { ageMs, freshnessOf } from "../../ui/freshness.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./container-header.module.css";
import { EnergySentence } from "../../domain/energy-state/energy-sentence.tsx";
import { HoursLeftFigure } from "../../domain/energy-state/hours-left-figure.tsx";
import { useEnergyWords } from "../../domain/energy-state/use-energy-words.ts";

export interface ContainerHeaderProps {
  /** Shown until more is known, so that the heading, which takes the focus, is there at once and stays. */
  title: string;
  info: ContainerInfoV4 | undefined;
  now: number;
  onStar: (info: ContainerInfoV4) => void;
}

/** Name, state of energy in a sentence, link, star, charge, hours left, local clock, last sign of life and software of a container. */
export function ContainerHeader({ title, info, now, onStar }: ContainerHeaderProps) {
  return (
    <PageHeader
      title={info?.name ?? title}
      context={info && <Marks info={info} now={now} onStar={onStar} />}
      action={info && <Facts info={info} now={now} />}
    />
  );
}

function Marks({ info, now, onStar }: Omit<ContainerHeaderProps, "title" | "info"> & { info: ContainerInfoV4 }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const seenAt = useSeenAt(info);
  const silenceMs = useSilenceMs();
  return (
    <>
      <div className={styles.energy}>
        <EnergySentence
          energy={info.energy}
          soc={info.values["battery.soc"]?.value}
          zone={info.zoneName}
          everyS={info.everyS}
          now={now}
        />
      </div>
      <StatusMark state={info.status} />
      {silenceMs !== undefined && <span>{t("lastMessage", { age: formatAge(silenceMs, locale) })}</span>}
      {info.status !== "online" && seenAt !== undefined && <span>{t("since", { time: seenAt })}</span>}
      {info.warnings > 0 && <StatusMark state="warning" />}
      <FavoriteStar name={info.name} isFavorite={info.favorite} onToggle={() => onStar(info)} />
    </>
  );
}

function Facts({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation(["container", "energy-state"]);
  const words = useEnergyWords();
  const { locale } = words;
  const seen = atMs(info.lastSeen);
  const soc = info.values["battery.soc"];
  const isOld = freshnessOf(soc && Date.parse(soc.at), info.everyS, now) === "stale";
  return (
    <dl className={styles.facts}>
      {soc && (
        <div data-old={isOld || undefined}>
          <dt>{t("soc")}</dt>
          <dd title={formatTime(Date.parse(soc.at), "dateTime", info.zoneName, locale)}>
            {formatQuantityText(soc.value, "percent", locale)}
          </dd>
        </div>
      )}
      <div>
        <dt>{t("energy-state:hoursLeft.label")}</dt>
        <dd>
          <HoursLeftFigure energy={info.energy} forecast={info.forecast} zone={info.zoneName} now={now} words={words} />
        </dd>
      </div>
      <div>
        <dt>{t("localTime")}</dt>
        <dd>
          {formatTime(now, "time", info.zoneName, locale)} <span className="og-quiet">{info.zoneName}</span>
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

/** The container's last contact, in its own local time. */
function useSeenAt(info: ContainerInfoV4): string | undefined {
  const locale = useLocale();
  const seen = atMs(info.lastSeen);
  return seen === undefined ? undefined : formatTime(seen, "dateTime", info.zoneName, locale);
}
