import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { IconClock, IconStarFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SocBar } from "../container/soc-bar.tsx";
import { WarnedMark } from "./warned-mark.tsx";
import { StatusMark } from "./status-mark.tsx";
import { isBad } from "../energy-state/energy-rank.ts";
import { EnergySentence } from "../energy-state/energy-sentence.tsx";
import { RowEnergy } from "./row-energy.tsx";
import { RowHoursLeft } from "./row-hours-left.tsx";
import { useEnergyWords } from "../energy-state/use-energy-words.ts";
import { useAgeWords } from "../../ui/use-freshness.ts";
import { useRowAge } from "./use-row-age.ts";
import styles from "./container-card.module.css";
import { atMs, batteryState, isNeverSeen, valueAt } from "./container-facts.ts";
import { energyFacts } from "./energy-facts.ts";
import { RowFigure } from "./row-figure.tsx";

export interface ContainerCardProps {
  container: ContainerRow;
  /** The present, epoch milliseconds, from the tick. */
  now: number;
  /** What can be done with it, in the place of the mark of a favourite; above the card's link by itself. */
  action?: ReactNode;
  /** What is wrong with it stands in full elsewhere on the screen: here a word will do. */
  isBrief?: boolean;
}

/** A container at a glance; the whole card is one link to its page. Place it in a list under a second-level heading. */
export function ContainerCard({ container, now, action, isBrief = false }: ContainerCardProps) {
  const { t } = useTranslation("container-facts");
  return (
    <article className={styles.card} data-watch={container.containerId}>
      <div className="og-ends og-top">
        <h3 className="og-title og-anywhere og-least">
          <Link className="og-cover-link" to="/containers/$slug" params={{ slug: container.containerId }}>
            {container.name}
          </Link>
        </h3>
        {action ??
          (container.favorite && <IconStarFilled className={styles.star} size={16} aria-label={t("favorite")} />)}
      </div>
      <States container={container} now={now} isBrief={isBrief} />
      {!isNeverSeen(container) && (
        <>
          <Charge container={container} now={now} />
          <Figures container={container} now={now} />
        </>
      )}
    </article>
  );
}

type PartProps = Pick<ContainerCardProps, "container" | "now">;

interface StatesProps extends PartProps {
  isBrief: boolean;
}

/**
 * Energy, in a sentence where it is bad or comes, or will come, from a generator, then link, warnings, and how old the values are. That one
 * was never connected says all of that.
 */
function States({ container, now, isBrief }: StatesProps) {
  const { t } = useTranslation("container-facts");
  const { ageOf } = useAgeWords();
  const { isStale } = useRowAge();
  const at = atMs(container.valuesAt);
  const { level, ended, generator, generatorStart } = container.energy;
  const isNever = isNeverSeen(container);
  const withSentence =
    !isNever && (isBad(level) ? !isBrief : [ended, generator, generatorStart].some((one) => one !== undefined));
  return (
    <>
      {withSentence && (
        <div className="og-text-13">
          <EnergySentence {...energyFacts(container, now)} isShort />
        </div>
      )}
      <div className="og-wrap og-fine og-text-13">
        {!withSentence && <RowEnergy container={container} now={now} />}
        {!isNever && <StatusMark state={container.status} />}
        <WarnedMark of={container} />
        {container.works && <StatusMark state="works" />}
        {!isNever && (
          <span className={styles.age}>
            {isStale(container, now) && at !== undefined && <IconClock size={14} aria-hidden />}
            {at === undefined ? t("noValues") : ageOf(at, now)}
          </span>
        )}
      </div>
    </>
  );
}

function Charge({ container, now }: PartProps) {
  const { t } = useTranslation("container-facts");
  const { ageOf } = useAgeWords();
  const { isStale, isValueStale } = useRowAge();
  const socAt = valueAt(container, "soc");
  const isSocOld = container.soc !== null && isValueStale(container, "soc", now);
  const batteryPower = isValueStale(container, "batteryPower", now) ? null : container.batteryPower;
  const isAged = isSocOld && !isStale(container, now) && socAt !== undefined;
  return (
    <SocBar
      percent={container.soc}
      state={batteryState({ soc: container.soc, batteryPower }, isSocOld)}
      reservePercent={container.reserveSoc}
      energy={container.energy}
      label={t("soc", { name: container.name })}
      age={isAged ? ageOf(socAt, now) : undefined}
    />
  );
}

function Figures({ container, now }: PartProps) {
  const { t } = useTranslation(["container-facts", "energy-state"]);
  const words = useEnergyWords();
  const { isStale } = useRowAge();
  return (
    <dl className={styles.figures} data-stale={isStale(container, now) || undefined}>
      <div>
        <dt>{t("solar")}</dt>
        <dd>
          <RowFigure container={container} field="solarPower" unit="W" now={now} />
        </dd>
      </div>
      <div>
        <dt>{t("load")}</dt>
        <dd>
          <RowFigure container={container} field="loadPower" unit="W" now={now} />
        </dd>
      </div>
      <div>
        <dt>{t("energy-state:hoursLeft.label")}</dt>
        <dd>
          <RowHoursLeft container={container} now={now} words={words} />
        </dd>
      </div>
    </dl>
  );
}
