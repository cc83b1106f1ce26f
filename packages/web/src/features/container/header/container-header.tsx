import { Skeleton } from "@mantine/core";
import { countOpenWarnings, worstOpenWarning } from "@offgrid/contract/containers/open-warnings";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { useSilenceMs } from "../../../core/live/live.ts";
import { formatAge, formatAgeToSecond, formatSilence, formatTime } from "../../../core/time.ts";
import { atMs, loadNow } from "../../../domain/containers/container-facts.ts";
import { FavoriteStar } from "../../../domain/favorites/favorite-star.tsx";
import { ageMs, freshnessOf } from "../../../ui/freshness.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./container-header.module.css";
import type { KnownContainer } from "./known-container.ts";
import { EnergySentence } from "../../../domain/energy-state/energy-sentence.tsx";
import { HoursLeftFigure } from "../../../domain/energy-state/hours-left-figure.tsx";
import { useEnergyWords } from "../../../domain/energy-state/use-energy-words.ts";
import { alarmLevels } from "../../../domain/containers/alarm-levels.ts";

/** Seldom shown, so no part of what every container waits for. */
const WorksNote = lazy(() => loadChunk(() => import("./works-note.tsx")).then((part) => ({ default: part.WorksNote })));

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
  now: number;
  onStar: (known: KnownContainer) => void;
}

/** Name, state of energy in a sentence, link, star, charge, hours left, local clock, last sign of life and software of a container. */
export function ContainerHeader({ title, known, isComing, onStar, ...rest }: ContainerHeaderProps) {
  return (
    <PageHeader
      title={known?.name ?? title}
      beside={known && <FavoriteStar name={known.name} isFavorite={known.favorite} onToggle={() => onStar(known)} />}
      context={known ? <Marks known={known} {...rest} /> : isComing ? <MarksToCome /> : undefined}
      action={known || isComing ? <Facts known={known} now={rest.now} /> : undefined}
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

/** States that the manual says what to do about. */
const helpedLevels = ["cut", "cut_partly", "unknown"] as const;

type MarksProps = Pick<ContainerHeaderProps, "switches" | "mayAsk" | "now"> & { known: KnownContainer };

function Marks({ known, switches, mayAsk = false, now }: MarksProps) {
  const { t } = useTranslation(["container", "container-facts"]);
  const locale = useLocale();
  const seenAt = useSeenAt(known);
  const silenceMs = useSilenceMs();
  const isPhone = useIsPhone();
  const section = helpedLevels.find((level) => level === known.energy.level);
  // Nothing is expected of it any more, and its link was ended on purpose.
  if (known.retiredAt !== null) return <Retired known={known} />;
  return (
    <>
      <div className={styles.energy}>
        <EnergySentence
          energy={known.energy}
          soc={known.soc?.value}
          loadW={loadNow(known.load, known.everyS, now)}
          zone={known.zoneName}
          everyS={known.everyS}
          isOnline={known.status === "online"}
          isNever={known.lastSeen === null}
          now={now}
          isShort={isPhone}
        />
      </div>
      {section !== undefined && (
        <Link
          className="og-link og-no-print"
          to="/help/{-$slug}"
          params={{ slug: "blackout" }}
          hash={t(`helpSection.${section}`)}
        >
          {t("whatToDo")}
        </Link>
      )}
      {switches}
      <StatusMark state={known.status} />
      {silenceMs !== undefined && <span>{t("lastMessage", { age: formatAgeToSecond(silenceMs, locale) })}</span>}
      {[known.works, known.plannedWorks].map(
        (works) =>
          works && (
            <Suspense key={works.worksId} fallback={null}>
              <WorksNote works={works} zone={known.zoneName} now={now} />
            </Suspense>
          ),
      )}
      {known.status !== "online" && seenAt !== undefined && <span>{t("since", { time: seenAt })}</span>}
      <Warnings known={known} />
      {mayAsk && (
        <Link className="og-link og-no-print" to="/tickets" search={{ new: "ticket", on: known.containerId }}>
          {t("newTicket")}
        </Link>
      )}
    </>
  );
}

function Retired({ known: { containerId, retiredAt, zoneName } }: { known: KnownContainer }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  if (retiredAt === null) return null;
  return (
    <Link className="og-link" to="/containers/$slug" params={{ slug: containerId }} search={{ tab: "general" }}>
      {t("retired", { time: formatTime(Date.parse(retiredAt), "date", zoneName, locale) })}
    </Link>
  );
}

/** How grave the gravest is that a rule has raised: what the battery reports is no more than a warning. */
const worstOfRules = (known: KnownContainer) => worstOpenWarning({ ...known, alarms: [] });

/** What is wrong by rules and by the battery itself, the gravest first. */
function Warnings({ known }: { known: KnownContainer }) {
  const { t } = useTranslation("container-facts");
  const isRuleWorse = worstOfRules(known) === "critical";
  return (
    <>
      {isRuleWorse && <OpenWarnings known={known} />}
      {known.alarms.map((alarm) => (
        <Link
          key={alarm}
          className="og-row og-link"
          to="/containers/$slug"
          params={{ slug: known.containerId }}
          search={{ tab: "batteries" }}
        >
          <StatusMark state="warning" wordHidden />
          {t(`alarm.${alarm}`, alarmLevels())}
        </Link>
      ))}
      {!isRuleWorse && <OpenWarnings known={known} />}
    </>
  );
}

/** How many warnings are open here beside those of the battery, which stand there in words; the way to their list. */
function OpenWarnings({ known }: { known: KnownContainer }) {
  const { t } = useTranslation("container-facts");
  const { containerId, alarms } = known;
  const count = countOpenWarnings(known) - alarms.length;
  if (count <= 0) return null;
  return (
    <Link className="og-row og-link" to="/warning/history" search={{ container: containerId, state: "open" }}>
      <StatusMark state={worstOfRules(known) ?? "warning"} wordHidden />
      {t(alarms.length > 0 ? "trouble.more_warnings" : "trouble.rule_warning", { count })}
    </Link>
  );
}

function HoursLeft({ known, now }: { known: KnownContainer; now: number }) {
  const { energy, forecast, everyS, zoneName } = known;
  const battery = { soc: loadNow(known.soc, everyS, now), powerW: loadNow(known.battery, everyS, now) };
  const words = useEnergyWords();
  return (
    <HoursLeftFigure energy={energy} forecast={forecast} battery={battery} zone={zoneName} now={now} words={words} />
  );
}

interface ChargeProps {
  soc: NonNullable<KnownContainer["soc"]>;
  isOld: boolean;
  now: number;
}

/** With its age, where it is old. */
function Charge({ soc, isOld, now }: ChargeProps) {
  const locale = useLocale();
  return (
    <>
      {formatQuantityText(soc.value, "percent", locale)}{" "}
      {isOld && soc.atMs !== undefined && <span className="og-quiet">{formatAge(ageMs(soc.atMs, now), locale)}</span>}
    </>
  );
}

function Facts({ known, now }: Pick<ContainerHeaderProps, "known" | "now">) {
  const { t } = useTranslation(["container", "energy-state"]);
  const { locale } = useEnergyWords();
  const soc = known?.soc;
  const zone = known?.zoneName ?? "UTC";
  const isPhone = useIsPhone();
  const seen = atMs(known?.lastSeen ?? null);
  const sayAge = known?.status === "online" ? formatAge : formatSilence;
  const isOld = known !== undefined && soc !== undefined && freshnessOf(soc.atMs, known.everyS, now) === "stale";
  // With room for what they usually say, so that the others stand still when it comes or changes.
  const facts = [
    {
      label: t(isPhone ? "socShort" : "soc"),
      room: 9,
      value: soc && <Charge soc={soc} isOld={isOld} now={now} />,
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
      value: seen === undefined ? t("never") : sayAge(ageMs(seen, now), locale),
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

/** The container's last contact, in its own local time. */
function useSeenAt(known: KnownContainer | undefined): string | undefined {
  const locale = useLocale();
  const seen = known && atMs(known.lastSeen);
  return seen === undefined || !known ? undefined : formatTime(seen, "dateTime", known.zoneName, locale);
}
