import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatSilence, formatTime } from "../../../core/time.ts";
import { atMs, loadNow } from "../../../domain/containers/container-facts.ts";
import { FavoriteStar } from "../../../domain/favorites/favorite-star.tsx";
import type { Incident } from "../../../domain/incidents/incidents.data.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./container-header.module.css";
import { HeaderMarks } from "./header-marks.tsx";
import { type KnownContainer, useIsFolded, useSeenAt } from "./known-container.ts";
import { HoursLeftFigure } from "../../../domain/energy-state/hours-left-figure.tsx";
import { useEnergyWords } from "../../../domain/energy-state/use-energy-words.ts";
import { chargeText } from "../../../domain/container/charge-text.ts";

export interface ContainerHeaderProps {
  /** Shown until more is known, so that the heading, which takes the focus, is there at once and stays. */
  title: string;
  known: KnownContainer | undefined;
  /** More is on its way; false: there was no answer, and nothing is to be waited for. */
  isComing: boolean;
  /** Which part of the loads is switched off. */
  switches: ReactNode;
  /** The person may make tickets. */
  mayAsk?: boolean;
  /** What goes on here, worst first; undefined: not known. */
  incidents?: readonly Incident[] | undefined;
  /** What is shown below is of an earlier time. */
  isPastBelow?: boolean;
  now: number;
  onStar: (known: KnownContainer) => void;
}

/** Name, state of energy in a sentence, link, star, charge, hours left, local clock, last sign of life and software of a container. */
export function ContainerHeader({ title, known, isComing, onStar, ...rest }: ContainerHeaderProps) {
  const isFolded = useIsFolded();
  return (
    <PageHeader
      isLow={isFolded}
      title={known?.name ?? title}
      beside={known && <FavoriteStar name={known.name} isFavorite={known.favorite} onToggle={() => onStar(known)} />}
      context={known ? <HeaderMarks known={known} {...rest} /> : isComing ? <MarksToCome /> : undefined}
      action={known || isComing ? <Facts known={known} now={rest.now} isPastBelow={rest.isPastBelow} /> : undefined}
    />
  );
}

/** As high as what comes, so that nothing below moves. */
function MarksToCome() {
  return (
    <>
      <div className={styles.energy}>
        <Skeleton width="min(320px, 80%)" height={24} />
      </div>
      <Skeleton width={140} height={24} />
    </>
  );
}

function HoursLeft({ known, now }: { known: KnownContainer; now: number }) {
  const { energy, forecast, everyS, zoneName } = known;
  const battery = { soc: loadNow(known.soc, everyS, now), powerW: loadNow(known.battery, everyS, now) };
  const words = useEnergyWords();
  return <HoursLeftFigure zone={zoneName} {...{ energy, forecast, battery, everyS, now, words }} />;
}

interface ChargeProps {
  soc: NonNullable<KnownContainer["soc"]>;
  reserveSoc: number;
  isOld: boolean;
  now: number;
}

/** With its age, where it is old. */
function Charge({ soc, reserveSoc, isOld, now }: ChargeProps) {
  const locale = useLocale();
  return (
    <>
      {chargeText(soc.value, reserveSoc, locale)}{" "}
      {isOld && soc.atMs !== undefined && (
        <span className="og-small og-nowrap">· {formatSilence(ageMs(soc.atMs, now), locale)}</span>
      )}
    </>
  );
}

function Facts({ known, now, isPastBelow }: Pick<ContainerHeaderProps, "known" | "now" | "isPastBelow">) {
  const { t } = useTranslation(["container", "energy-state"]);
  const { locale } = useEnergyWords();
  const freshnessOf = useFreshness();
  const { contactOf } = useAgeWords();
  const soc = known?.soc;
  const zone = known?.zoneName ?? "UTC";
  const isPhone = useIsPhone();
  const seen = atMs(known?.lastSeen ?? null);
  const isOld = known !== undefined && soc !== undefined && freshnessOf(soc.atMs, known.everyS, now) === "stale";
  // With room for what they usually say, so that the others stand still when it comes or changes.
  const facts = [
    {
      label: t(isPastBelow ? "socNow" : isPhone ? "socShort" : "soc"),
      room: 9,
      value: soc && <Charge soc={soc} reserveSoc={known.reserveSoc} isOld={isOld} now={now} />,
      title: soc?.atMs === undefined ? undefined : formatTime(soc.atMs, "dateTime", zone, locale),
      isOld,
      isShown: known === undefined || soc !== undefined,
    },
    {
      label: t("energy-state:hoursLeft.label"),
      room: 9,
      value: known && <HoursLeft known={known} now={now} />,
      isShown: known === undefined || known.retiredAt === null,
    },
    {
      label: t("localTime"),
      room: 20,
      title: zone,
      value: (
        <>
          {formatTime(now, "time", zone, locale)} {!isPhone && <span className="og-quiet">{zone}</span>}
        </>
      ),
    },
    {
      label: t("lastSeen"),
      room: 10,
      value: seen === undefined ? t("never") : contactOf(seen, now, known?.status === "online"),
      title: useSeenAt(known),
    },
    // A phone has no room for it before the tabs; it stands in that of the software.
    { label: t("version"), room: 6, value: known && <VersionLink known={known} />, isShown: !isPhone },
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ isShown = true }) => isShown)
        .map(({ label, value, title, isOld, room }) => (
          <div key={label} data-old={isOld || undefined} style={isPhone ? undefined : { minWidth: `${room}ch` }}>
            <dt>{label}</dt>
            <dd title={known && title}>{known ? value : <Skeleton width="100%" height={20} />}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The software that runs, as the way to another. */
function VersionLink({ known }: { known: KnownContainer }) {
  const { t } = useTranslation("container");
  return (
    <Link className="og-link" to="/containers/$slug" params={{ slug: known.containerId }} search={{ tab: "software" }}>
      {known.version ?? t("unknown")}
    </Link>
  );
}
