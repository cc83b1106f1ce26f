import { Button, Select } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { isMeasuredApart, levelsOf, levelWords, measuredText } from "@offgrid/contract/warnings/measured-words";
import { guardWords } from "@offgrid/contract/warnings/warning-words";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { columns } from "../../ui/columns.ts";
import { DateField } from "../../ui/date-field.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { isByDays, type Rule } from "./rule-input.ts";
import type { Why } from "./trials.data.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

export interface WhyNotProps {
  rule: Rule;
  /** Those that it looks at. */
  containers: readonly { id: string; name: string }[];
  /** Epoch ms. */
  now: number;
  onAsk: (containerId: string, atMs: number) => Promise<Why>;
}

/** Says why a rule did not fire at a container at a time: which condition was not met, and what was measured. */
export function WhyNot({ rule, containers, now, onAsk }: WhyNotProps) {
  const { t } = useTranslation("rule-trials");
  const [chosen, setChosen] = useState<string>();
  const [day, setDay] = useState("");
  const [time, setTime] = useState("");
  const [answer, setAnswer] = useState<{ rule: Rule; why: Why }>();
  const containerId = chosen ?? (containers.length === 1 ? containers[0]?.id : undefined);
  // Without a zone behind it, this is read in that of the browser.
  const atMs = Date.parse(`${day}T${time}`);
  const isAhead = atMs > now;
  const ask = useAct(async () => {
    if (containerId === undefined) return;
    setAnswer(undefined);
    setAnswer({ rule, why: await onAsk(containerId, atMs) });
  });
  // An answer is about the container and the time that it was asked for.
  const asking =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setAnswer(undefined);
      set(value);
    };
  return (
    <section className="og-box og-close-stack" style={{ padding: 12 }} aria-label={t("why.title")}>
      <span className="og-strong">{t("why.title")}</span>
      <p className="og-note">{t("why.text")}</p>
      <div className="og-grid og-mid og-top" style={columns(220)}>
        <Select
          label={t("why.container")}
          value={containerId ?? null}
          data={containers.map(({ id: value, name: label }) => ({ value, label }))}
          searchable
          nothingFoundMessage={t("why.noContainer")}
          onChange={asking((id: string | null) => setChosen(id ?? undefined))}
        />
        <DateField label={t("why.day")} value={day} isOptional onChange={asking(setDay)} />
        <TimeField label={t("why.at")} value={time} onChange={asking(setTime)} />
      </div>
      <p className="og-note">{t("zone", { zone: browserZone })}</p>
      {isAhead && (
        <p className="og-flush og-danger" role="alert">
          {t("why.ahead")}
        </p>
      )}
      <div>
        <Button
          variant="default"
          loading={ask.isRunning}
          disabled={containerId === undefined || Number.isNaN(atMs) || isAhead}
          onClick={() => void ask.run()}
        >
          {t("why.ask")}
        </Button>
      </div>
      <FormFailure error={ask.error} />
      <div role="status">{answer && <WhyWords {...answer} now={now} />}</div>
    </section>
  );
}

/** The answer in words: first what decided, then each condition. */
export function WhyWords({ rule, why, now }: { rule: Rule; why: Why; now: number }) {
  const { t } = useTranslation("rule-trials");
  const locale = useLocale();
  const lineOf = useWhyLine(rule, now);
  const {
    isConcerned,
    isRaised,
    raisedAt,
    isRaisedBefore,
    openSince,
    watchesSince,
    at,
    readingAt,
    conditions,
    containerName: container,
    first,
  } = why;
  const time = (instant: string) => timeOf(instant, now, locale);
  // It would have been raised and was not: the rule was another one then, or had just begun.
  const isNew = isRaised && openSince === null && watchesSince !== null;
  if (!isConcerned) return <p className="og-flush">{t("why.unconcerned", { container })}</p>;
  return (
    <div className="og-close-stack">
      <p className="og-flush og-strong">
        {openSince !== null
          ? t(isRaised ? "why.open" : "why.openOnly", { at: time(openSince) })
          : isRaised && raisedAt !== null
            ? t(isRaisedBefore ? "why.raisedBefore" : "why.raised", { at: time(raisedAt) })
            : t("why.not", { at: time(at) })}
      </p>
      {isNew && (
        <p className="og-flush">{t(watchesSince > at ? "why.notYet" : "why.begunAnew", { at: time(watchesSince) })}</p>
      )}
      <ul className="og-plain-list og-close-stack">
        {conditions.map((one) => (
          <li key={one.condition} className={one.condition === first ? "og-medium og-anywhere" : "og-anywhere"}>
            {lineOf(one)}
          </li>
        ))}
      </ul>
      <p className="og-note">{readingAt === null ? t("why.noReading") : t("why.reading", { at: time(readingAt) })}</p>
    </div>
  );
}

/** Of another year: with its year. */
function timeOf(instant: string, now: number, locale: LocaleCode): string {
  const atMs = Date.parse(instant);
  const isThisYear = new Date(atMs).getFullYear() === new Date(now).getFullYear();
  return formatTime(atMs, isThisYear ? "weekdayTime" : "dateTime", browserZone, locale);
}

function useWhyLine(rule: Rule, now: number): (one: Why["conditions"][number]) => string {
  const { t } = useTranslation("rule-trials");
  const locale = useLocale();
  const names = useWarningNames();
  const time = (instant: string | null) => (instant === null ? "" : timeOf(instant, now, locale));
  const needsOf = useNeeds(rule);
  return (one) => {
    const { condition: place, why, attribute, value, guard, since, isSinceBefore, due, threshold } = one;
    const condition = rule.conditions[place];
    const name = condition?.name ?? "";
    const isMeasured = attribute !== null && value !== null && attribute.includes(".");
    const own = condition?.when?.[guard ?? -1];
    const judged = why === "guard" ? own : condition;
    const isApart = judged !== undefined && isMeasuredApart(judged);
    const levels = levelsOf({ level: threshold });
    const shown = isMeasured ? measuredText(attribute, value, levels, locale, names, isApart) : "";
    switch (why) {
      case null:
        return t(isSinceBefore ? "why.metBefore" : "why.met", { name, at: time(since) });
      case "unknown":
        if (condition && isByDays(condition)) return t("why.unknownNeighbours", { name });
        return since === null ? t("why.unknown", { name }) : t("why.unknownSince", { name, at: time(since) });
      case "inactive":
        return t("why.inactive", { name });
      case "duration":
        return withNeeds(
          t(isSinceBefore ? "why.durationBefore" : "why.duration", { name, since: time(since), due: time(due) }),
          needsOf(one),
        );
      case "guard": {
        const guarded = own ? guardWords(own, locale, names) : "";
        return shown === ""
          ? t("why.guard", { name, guard: guarded })
          : t("why.guardValue", { name, guard: guarded, value: shown });
      }
      case "level":
        if (condition && isByDays(condition) && value !== null)
          return t("why.levelNeighbours", { name, share: formatQuantityText(value, "percent", locale) });
        if (since !== null) return t("why.silent", { name, at: time(since) });
        return withNeeds(
          isMeasured
            ? t("why.levelValue", { name, metric: names.metric(attribute), value: shown })
            : t("why.level", { name }),
          needsOf(one),
        );
    }
  };
}

const withNeeds = (text: string, needs: string | undefined) => (needs === undefined ? text : `${text} ${needs}`);

/** Which level holds for the container, and for how long it has to be beyond that; undefined: no level can be named. */
function useNeeds(rule: Rule): (one: Why["conditions"][number]) => string | undefined {
  const { t } = useTranslation("rule-trials");
  const locale = useLocale();
  const names = useWarningNames();
  return ({ condition: place, threshold: level, duration, isOwnLevel }) => {
    const condition = rule.conditions[place];
    const beyond = condition && levelWords({ ...condition, level }, locale, names);
    if (beyond === undefined) return undefined;
    const needs =
      duration === 0
        ? t("why.needs", { level: beyond })
        : t("why.needsFor", { level: beyond, duration: names.duration(duration) });
    return isOwnLevel ? `${needs} ${t("why.ownLevel")}` : needs;
  };
}
