import { Button, type ButtonProps, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { formatList } from "../../core/format.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { deleteRules, type Saved, saveRules, useWatched, type Watched } from "../../domain/warnings/rules.data.ts";
import { sayFailure, sayUndo } from "../../ui/toast.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { usualKey } from "./presets.ts";
import { faultsOfPortal } from "./rule-check.ts";
import type { Rule } from "./rule-input.ts";

interface Props extends ButtonProps {
  rules: readonly Rule[];
  /** That all of it is watched is said above. */
  isSaid?: boolean;
}

/** Is everything that these rules look at watched already, at all containers that the person sees? */
export function useIsAllWatched(rules: readonly Rule[]): boolean {
  const all = useContainerChoices() ?? [];
  const watched = useWatched().data;
  if (!watched || all.length === 0) return false;
  return rules.every((rule) => {
    const taken = new Set(watchedFor(rule, watched)?.containerIds);
    return all.every(({ id }) => taken.has(id));
  });
}

/**
 * Adds all of these for what nobody watches yet of all that the person sees, and says what is watched already and by whom:
 * everybody who sees a container is notified by any rule, so that a second one notifies everybody twice. That is added too
 * where the person wants it.
 */
export function UsualRules({ rules, isSaid = false, ...look }: Props) {
  const { t } = useTranslation("warnings");
  const all = useContainerChoices()?.map(({ id }) => id) ?? [];
  const watched = useWatched();
  const [isAlso, setAlso] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [notAdded, setNotAdded] = useState<readonly string[]>([]);
  const whyNot = useWhyNotAdded();
  const locale = useLocale();
  if (all.length === 0 || rules.length === 0 || !watched.data) return null;
  const { known, wanted, offered, unable } = choicesOf(rules, watched.data, all, isAlso);
  // Once they are there this button is gone, and could not say what came of it.
  const add = async () => {
    setRunning(true);
    const { saved, refused } = await saveRules(offered);
    setRunning(false);
    const why = whyNot(refused);
    setNotAdded(why);
    if (saved.length === 0) return sayFailure(why.join(" "));
    const isWhole = saved.every(({ rule }) => rule.sites.length === all.length);
    const done = t(isWhole ? "empty.added" : "empty.addedRest", { count: saved.length });
    const undo = () => deleteRules(saved.map(({ id }) => id)).catch(() => sayFailure(t("empty.undoFailed")));
    sayUndo([done, ...why].join(" "), () => void undo());
  };
  const isWatched = known.some(({ watched: one }) => one !== undefined);
  return (
    <>
      {isWatched && (
        <div className="og-close-stack">
          {!(isSaid && wanted.length === 0) && (
            <p className="og-flush og-fine">{t(wanted.length === 0 ? "watched.all" : "watched.some")}</p>
          )}
          <WatchedLines known={known} of={all.length} />
          <Checkbox
            label={t("watched.also")}
            checked={isAlso}
            onChange={(event) => setAlso(event.currentTarget.checked)}
          />
        </div>
      )}
      {unable.length > 0 && (
        <p className="og-flush og-note og-anywhere">
          {t("empty.unable", { names: formatList(unable, locale), why: t("empty.unsent") })}
        </p>
      )}
      {offered.length > 0 && notAdded.length > 0 && (
        <p className="og-flush og-note og-anywhere">{notAdded.join(" ")}</p>
      )}
      {offered.length > 0 && (
        <div>
          <Button {...look} loading={isRunning} onClick={() => void add()}>
            {t("empty.all", { count: offered.length })}
          </Button>
        </div>
      )}
    </>
  );
}

/**
 * Which of these rules are wanted for which containers, and which of them can be added. Pure.
 * @param isAlso Also for containers that somebody watches for the same already.
 */
function choicesOf(rules: readonly Rule[], watched: readonly Watched[], all: readonly string[], isAlso: boolean) {
  const known = rules.map((rule) => ({ rule, watched: watchedFor(rule, watched) }));
  const wanted = known.flatMap(({ rule, watched: one }) => {
    const taken = new Set(isAlso ? [] : one?.containerIds);
    const sites = all.filter((id) => !taken.has(id));
    return sites.length === 0 ? [] : [{ ...rule, sites }];
  });
  // What none of them has ever sent is refused.
  const isUnsent = ({ ruleName, sites }: (typeof wanted)[number]) => {
    const unsent = new Set(entryOf(ruleName, watched)?.unsentIds);
    return sites.every((id) => unsent.has(id));
  };
  return {
    known,
    wanted,
    offered: wanted.filter((rule) => !isUnsent(rule)),
    unable: wanted.filter(isUnsent).map(({ ruleName }) => ruleName),
  };
}

/** Why rules were refused, a text for each reason with the names of those that it kept from being added. */
function useWhyNotAdded(): (refused: Saved<Rule>["refused"]) => string[] {
  const { t } = useTranslation(["warnings", "shared"]);
  const locale = useLocale();
  const reasonOf = (error: unknown) => {
    if (!(error instanceof ApiError)) return t("empty.failed");
    const isUnsent = Object.values(faultsOfPortal(error.fields ?? {})).includes("unsent");
    return isUnsent ? t("empty.unsent") : t(`shared:refusal.${error.code}`);
  };
  return (refused) => {
    const found = refused.map(({ rule, error }) => ({ name: rule.ruleName, why: reasonOf(error) }));
    return [...new Set(found.map(({ why }) => why))].map((why) => {
      const names = found.filter((one) => one.why === why).map(({ name }) => name);
      return t("empty.notAdded", { names: formatList(names, locale), why });
    });
  };
}

/** Undefined: nobody watches any container for that. */
function watchedFor({ ruleName }: Rule, all: readonly Watched[]): Watched | undefined {
  const found = entryOf(ruleName, all);
  return found && found.containerIds.length > 0 ? found : undefined;
}

/** What is known of what a usual rule looks at. */
function entryOf(ruleName: string, all: readonly Watched[]): Watched | undefined {
  const key = usualKey(ruleName);
  return all.find((one) => one.key === key);
}

/** What is watched at which containers by whom, once for all rules for which that is the same. */
function WatchedLines({ known, of }: { known: readonly { rule: Rule; watched: Watched | undefined }[]; of: number }) {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  const userId = useCurrentUser()?.id;
  const lines = new Map<string, { at: string; who: string; names: string[] }>();
  for (const { rule, watched } of known) {
    if (!watched) continue;
    const { containerIds, by } = watched;
    const people = by.map((one) => (one.userId === userId ? t("watched.you") : (one.name ?? t("watched.nobody"))));
    const count = containerIds.length;
    const at = count >= of ? t("watched.atAll", { count: of }) : t("watched.at", { count, of });
    const key = `${containerIds.toSorted().join(" ")} ${by.map((one) => one.userId).join(" ")}`;
    const line = lines.get(key) ?? { at, who: formatList(people, locale), names: [] };
    line.names.push(rule.ruleName);
    lines.set(key, line);
  }
  return (
    <ul className="og-plain-list og-note">
      {[...lines].map(([key, { at, who, names }]) => (
        <li key={key} className="og-anywhere">
          {t("watched.line", { name: formatList(names, locale), at, who })}
        </li>
      ))}
    </ul>
  );
}
