import type { StreetLight } from "@offgrid/contract/street-lights/street-lights.calls";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { isOpen, shownCommand } from "../../../domain/commands/command-facts.ts";
import { useCause, useMoments, useNoSupply } from "../../../domain/commands/command-words.ts";
import cardStyles from "../../../domain/commands/output-card.module.css";
import { OutputFailure } from "../../../domain/commands/output-failure.tsx";
import { OutputLockPart, type OutputLockProps } from "../../../domain/commands/output-lock.tsx";
import { OutputStatus } from "../../../domain/commands/output-status.tsx";
import { OutputTitle } from "../../../domain/output-names/output-title.tsx";
import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { touchable } from "../../../ui/touchable.ts";

export interface LightCardProps extends Pick<OutputLockProps, "container" | "isAway" | "onLock"> {
  light: StreetLight;
  /** The newest level that arrived, where it is newer than that of the list. */
  live: { value: number; at: string } | undefined;
  everyS: number;
  now: number;
  zone: string;
  userId: string | undefined;
  /** Why nothing can be set in this container now; undefined: it can. */
  blocked: string | undefined;
  mayDim: boolean;
  /** The way to change its name, for those who may. */
  naming?: ReactNode;
  onSet: (level: number) => Promise<unknown>;
}

/** Levels that are offered; a schedule may have any. */
const levels = [0, 25, 50, 75, 100];
/** All levels stay on one line of a card. */
const levelRoom = { ...touchable, paddingInline: 6 };

/** A street light: its level as it was read, why it has it, and levels to choose from. */
export function LightCard(props: LightCardProps) {
  const { light, live, everyS, now, zone, userId, blocked, mayDim, naming, onSet } = props;
  const { t } = useTranslation("street-lights");
  const locale = useLocale();
  const freshnessOf = useFreshness();
  const { ageOf } = useAgeWords();
  const id = useId();
  const act = useAct(onSet);
  const level = live?.value ?? light.level;
  const at = live?.at ?? light.levelAt;
  const atMs = at === null ? undefined : Date.parse(at);
  const isOld = freshnessOf(atMs, everyS, now) === "stale";
  const command = shownCommand(light, now);
  const isUnderWay = act.isRunning || (command !== undefined && isOpen(command));
  const noSupply = useNoSupply();
  const reason = blocked ?? (light.lock.state === "free" ? noSupply(light.why, level) : t("locked"));
  const name = useOutputWords().fullNameOf(light.target);
  const words = (percent: number) => (percent === 0 ? t("is.off") : formatQuantityText(percent, "percent", locale));
  return (
    <div role="group" className={`og-box ${cardStyles.card}`} aria-labelledby={`${id}-name`}>
      <div className="og-words">
        <OutputTitle id={`${id}-name`} target={light.target} action={naming} />
        <p className={`${cardStyles.position} ${isOld ? "og-muted" : ""}`}>
          <span className="og-strong">{level === null ? t("is.never") : words(level)}</span>
          {atMs !== undefined && (
            <span className="og-note" title={formatTime(atMs, "dateTime", zone, locale)}>
              {t("read", { age: ageOf(atMs, now) })}
            </span>
          )}
        </p>
      </div>
      {mayDim && (
        <Levels level={level} words={words} isBlocked={isUnderWay || reason !== undefined} onChoose={act.run} />
      )}
      <OutputStatus
        {...{ id: `${id}-status`, sending: undefined, command, isOwn: command?.by.userId === userId, now, zone }}
      />
      <Why light={light} level={level} now={now} zone={zone} />
      <OutputFailure error={isUnderWay ? undefined : act.error} zone={zone} now={now} />
      {mayDim && reason !== undefined && <p className="og-note">{reason}</p>}
      <OutputLockPart
        {...props}
        id={`${id}-lock`}
        name={name}
        lock={light.lock}
        isOn={(level ?? 0) > 0}
        mayControl={mayDim}
      />
    </div>
  );
}

interface LevelsProps {
  level: number | null;
  words: (percent: number) => string;
  isBlocked: boolean;
  onChoose: (level: number) => Promise<unknown>;
}

function Levels({ level, words, isBlocked, onChoose }: LevelsProps) {
  const { t } = useTranslation("street-lights");
  return (
    <div className="og-wrap og-tight" role="group" aria-label={t("setLevel")}>
      {levels.map((one) => (
        <button
          key={one}
          type="button"
          className="og-choice"
          style={levelRoom}
          aria-pressed={level === one}
          aria-disabled={isBlocked}
          onClick={() => !isBlocked && void onChoose(one)}
        >
          {words(one)}
        </button>
      ))}
    </div>
  );
}

/** What is said of another level is out of date. */
function Why({ light, level, now, zone }: Pick<LightCardProps, "light" | "now" | "zone"> & { level: number | null }) {
  const { t } = useTranslation("command-words");
  const { since, time } = useMoments(zone, now);
  const causeOf = useCause();
  const { why } = light;
  if (!why || why.value !== level) return null;
  const isHeld = why.until !== null && Date.parse(why.until) > now;
  return (
    <p className="og-note">
      {causeOf(why)} {t("why.so", { since: since(why.at) })}
      {isHeld && why.until !== null && ` ${t("why.held", { time: time(why.until) })}`}
    </p>
  );
}
