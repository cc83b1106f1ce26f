import { Button } from "@mantine/core";
import {
  changedPaths,
  type ConfigDoc,
  sectionOf,
  valuesByPath,
  withPaths,
} from "@offgrid/contract/configuration/config-doc";
import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { missing } from "../../../core/format.ts";
import { useSeconds } from "../../../core/live/tick.ts";
import { formatTime } from "../../../core/time.ts";
import { useFieldName, useValueWords } from "../../../domain/configuration/config-words.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface ConfigStatusProps {
  configuration: Configuration;
  zone: string;
  mayChange: boolean;
  /** Asks for these sections, whole. */
  onChoose: (sections: ConfigDoc) => Promise<unknown>;
}

/** Whose value is to count. */
type Side = "here" | "there";

/** How what is wanted and what runs stand to each other, and what a person can do about it. */
export function ConfigStatus({ configuration, zone, mayChange, onChoose }: ConfigStatusProps) {
  const { t } = useTranslation("configuration");
  const { state, wanted, reported } = configuration;
  const paths = wanted && reported ? changedPaths(wanted.doc, reported.doc) : [];
  return (
    <Section title={t("status")}>
      <div className="og-close-stack">
        <span className="og-strong" role="status">
          {t(`state.${state}`)}
        </span>
        <StateNote configuration={configuration} zone={zone} />
      </div>
      {paths.length > 0 && state !== "trial" && (
        <Differences
          key={`${wanted?.version} ${reported?.version}`}
          configuration={configuration}
          paths={paths}
          mayChange={mayChange}
          onChoose={onChoose}
        />
      )}
    </Section>
  );
}

/** What a state means for the people who look at it. */
export function StateNote({ configuration, zone }: Pick<ConfigStatusProps, "configuration" | "zone">) {
  const { t } = useTranslation("configuration");
  const locale = useLocale();
  const { state, wanted, reported } = configuration;
  const seconds = useSeconds(state === "trial" || state === "waiting" || state === "sent");
  const left = (until: string) => durationText((Date.parse(until) - seconds) / 1_000, locale);
  const time = (at: string) => formatTime(Date.parse(at), "dateTime", zone, locale);
  const say = (text: ReactNode) => <p className="og-note og-flush">{text}</p>;
  if (state === "trial" && reported?.trialUntil) {
    const isOver = Date.parse(reported.trialUntil) <= seconds;
    return say(isOver ? t("note.trialOver") : t("note.trial", { left: left(reported.trialUntil) }));
  }
  if ((state === "waiting" || state === "sent") && wanted) {
    return say(t(`note.${state}`, { left: left(wanted.expiresAt), by: wanted.by?.name ?? missing }));
  }
  if (state === "reverted" && reported?.reverted) return say(t("note.reverted", { at: time(reported.reverted.at) }));
  if (state === "in_sync" && reported) return say(t("note.in_sync", { at: time(reported.at) }));
  if (state === "rejected" && reported?.refused?.reason === "hash") return say(t("note.hash"));
  if (state === "trial" || state === "in_sync" || state === "waiting" || state === "sent" || state === "reverted")
    return null;
  return say(t(`note.${state}`));
}

interface DifferencesProps extends Omit<ConfigStatusProps, "zone"> {
  paths: readonly string[];
}

/** A row for each value that differs, with both sides; where a person has to choose, a side for each. */
function Differences({ configuration, paths, mayChange, onChoose }: DifferencesProps) {
  const { t } = useTranslation("configuration");
  const { state, conflicts } = configuration;
  const isChosen = state === "drifted" || state === "conflict";
  const [sides, setSides] = useState<Record<string, Side>>({});
  const apply = useAct(onChoose);
  const sideOf = (path: string) => sides[path] ?? (conflicts.includes(path) ? undefined : "there");
  const doc = (here: readonly string[]) => sectionsOf(configuration, paths, here);
  const chosen = paths.filter((path) => sideOf(path) === "here");
  const isReady = paths.every((path) => sideOf(path) !== undefined);
  return (
    <>
      <ul className="og-plain-list og-stack">
        {paths.map((path) => (
          <li key={path}>
            <Difference
              path={path}
              configuration={configuration}
              side={sideOf(path)}
              onSide={isChosen && mayChange ? (side) => setSides({ ...sides, [path]: side }) : undefined}
            />
          </li>
        ))}
      </ul>
      <FormFailure error={apply.error} />
      {mayChange && (
        <div className="og-line">
          {isChosen ? (
            <Button disabled={!isReady} loading={apply.isRunning} onClick={() => void apply.run(doc(chosen))}>
              {t("apply")}
            </Button>
          ) : (
            <>
              {state !== "waiting" && state !== "sent" && (
                <Button variant="default" loading={apply.isRunning} onClick={() => void apply.run(doc(paths))}>
                  {t("askAgain")}
                </Button>
              )}
              <Button variant="default" loading={apply.isRunning} onClick={() => void apply.run(doc([]))}>
                {t("withdraw")}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

interface DifferenceProps extends Pick<ConfigStatusProps, "configuration"> {
  path: string;
  side: Side | undefined;
  /** Absent: there is nothing to choose. */
  onSide: ((side: Side) => void) | undefined;
}

/** A value that differs, with both sides and, where there is a choice, the one that was chosen. */
export function Difference({ path, configuration, side, onSide }: DifferenceProps) {
  const { t } = useTranslation("configuration");
  const { wanted, reported } = configuration;
  const name = useFieldName()(path);
  const fault = reported?.refused?.version === wanted?.version ? reported?.refused?.fields[path] : undefined;
  const write = useValueWords();
  const text = (doc: ConfigDoc | undefined) => write(valuesByPath(doc ?? {}).get(path), path) || missing;
  const values = { here: text(wanted?.doc), there: text(reported?.doc) };
  return (
    <div role="group" aria-label={name}>
      <span className="og-strong">{name}</span>
      <div className="og-wrap">
        {(["here", "there"] as const).map((one) =>
          onSide ? (
            <button
              key={one}
              type="button"
              className="og-choice og-anywhere"
              aria-pressed={side === one}
              onClick={() => onSide(one)}
            >
              {t(`side.${one}`, { value: values[one] })}
            </button>
          ) : (
            <span key={one} className="og-anywhere">
              {t(`side.${one}`, { value: values[one] })}
            </span>
          ),
        )}
      </div>
      {fault && <p className="og-note">{t(`fault.${fault}`)}</p>}
    </div>
  );
}

/** The sections in which the sides differ, whole: as they run, with what is wanted at some paths. */
function sectionsOf({ wanted, reported }: Configuration, paths: readonly string[], here: readonly string[]): ConfigDoc {
  const merged = withPaths(reported?.doc ?? {}, wanted?.doc ?? {}, here);
  return Object.fromEntries([...new Set(paths.map(sectionOf))].map((name) => [name, merged[name] ?? {}]));
}
