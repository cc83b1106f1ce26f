import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { Skeleton } from "@mantine/core";
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
import { SwitchedOff } from "./switched-off.tsx";
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
      context={info ? <Marks info={info} now={now} onStar={onStar} /> : <MarksToCome />}
      action={<Facts info={info} now={now} />}
    />
  );
}

/** As high as what comes, so that nothing below moves. */
function MarksToCome() {
  return (
    <>
      <div className={styles.energy}>
        <Skeleton className={styles.sentenceToCome} />
      </div>
      <Skeleton className={styles.marksToCome} />
    </>
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
      <SwitchedOff info={info} now={now} />
      <StatusMark state={info.status} />
      {silenceMs !== undefined && <span>{t("lastMessage", { age: formatAge(silenceMs, locale) })}</span>}
      {info.status !== "online" && seenAt !== undefined && <span>{t("since", { time: seenAt })}</span>}
      {info.warnings > 0 && <StatusMark state="warning" />}
      <FavoriteStar name={info.name} isFavorite={info.favorite} onToggle={() => onStar(info)} />
    </>
  );
}

function Facts({ info, now }: Pick<ContainerHeaderProps, "info" | "now">) {
  const { t } = useTranslation(["container", "energy-state"]);
  const words = useEnergyWords();
  const { locale } = words;
  const soc = info?.values["battery.soc"];
  const zone = info?.zoneName ?? "UTC";
  const seen = atMs(info?.lastSeen ?? null);
  const facts = [
    {
      label: t("soc"),
      value: soc && formatQuantityText(soc.value, "percent", locale),
      title: soc && formatTime(Date.parse(soc.at), "dateTime", zone, locale),
      isOld: info !== undefined && freshnessOf(soc && Date.parse(soc.at), info.everyS, now) === "stale",
      isShown: info === undefined || soc !== undefined,
    },
    {
      label: t("energy-state:hoursLeft.label"),
      value: info && (
        <HoursLeftFigure energy={info.energy} forecast={info.forecast} zone={zone} now={now} words={words} />
      ),
    },
    {
      label: t("localTime"),
      value: (
        <>
          {formatTime(now, "time", zone, locale)} <span className="og-quiet">{zone}</span>
        </>
      ),
    },
    {
      label: t("lastSeen"),
      value: seen === undefined ? t("never") : formatAge(ageMs(seen, now), locale),
      title: useSeenAt(info),
    },
    { label: t("version"), value: info?.version ?? t("unknown") },
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ isShown = true }) => isShown)
        .map(({ label, value, title, isOld }) => (
          <div key={label} data-old={isOld || undefined}>
            <dt>{label}</dt>
            <dd title={info && title}>{info ? value : <Skeleton className={styles.factToCome} />}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The container's last contact, in its own local time. */
function useSeenAt(info: ContainerInfoV4 | undefined): string | undefined {
  const locale = useLocale();
  const seen = info && atMs(info.lastSeen);
  return seen === undefined || !info ? undefined : formatTime(seen, "dateTime", info.zoneName, locale);
}
