import { ActionIcon, Button, Menu } from "@mantine/core";
import { warningSentence } from "@offgrid/contract/warnings/warning-words";
import { IconCopy, IconDotsVertical, IconPower, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatAge, formatTime } from "../../core/time.ts";
import { MarkedLine } from "../../domain/containers/marked-line.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { Override } from "./rule-input.ts";
import { Noisy, Score, ratingWords } from "./rule-worth.tsx";
import type { SavedRule } from "../../domain/warnings/rules.data.ts";
import type { Tuning } from "./trials.data.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

export type RuleAct = "enable" | "disable" | "promote" | "delete";

export interface RuleLineProps {
  saved: SavedRule;
  /** What it looks at, in words. */
  scope: string;
  /** What has levels of its own, in words. */
  whose: (own: Override) => string;
  now: number;
  /** What can be done about it. */
  acts: ReactNode;
  /** What would make it raise less; absent: nobody asks. */
  onTune?: (() => Promise<Tuning>) | undefined;
}

/** A rule: what it warns of in words, at which containers, how often it did, and what can be done about it. */
export function RuleLine({ saved, scope, whose, now, acts, onTune }: RuleLineProps) {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  const names = useWarningNames();
  const { rule, open, lastRaisedAt, raisedIn30Days, pausedAt } = saved;
  const { ruleName, enabled, severity, shadow } = rule;
  const last = lastRaisedAt === null ? undefined : Date.parse(lastRaisedAt);
  const facts = [
    scope,
    last === undefined
      ? t("rule.never")
      : t("rule.last", { age: formatAge(now - last, locale), count: raisedIn30Days }),
    open > 0 && t("rule.open", { count: open }),
    ratingWords(saved, t),
  ];
  return (
    <div className="og-head og-top" style={{ paddingBlock: 12 }}>
      <div style={{ flex: "1 1 20rem", minWidth: 0 }}>
        <MarkedLine
          state={severity}
          below={
            <>
              <span className="og-anywhere">{warningSentence(rule, locale, { ...names, whose })}</span>
              <span
                className="og-note og-anywhere"
                title={last === undefined ? undefined : formatTime(last, "dateTime", browserZone, locale)}
              >
                {facts.filter(Boolean).join(" · ")}
              </span>
              <Score saved={saved} />
              {pausedAt !== null && <span className="og-amber">{t("rule.paused")}</span>}
              {saved.isNoisy && <Noisy saved={saved} onTune={onTune} />}
            </>
          }
        >
          <span className="og-strong og-anywhere">{ruleName}</span>
          <span className="og-beside">{t(enabled ? (shadow ? "rule.shadow" : "rule.on") : "rule.off")}</span>
        </MarkedLine>
      </div>
      {acts}
    </div>
  );
}

/** What the owner of a rule can do about it: what is done often beside it, the rest in a menu. */
export function RuleActs({ saved: { id, rule }, onAct }: { saved: SavedRule; onAct: (act: RuleAct) => void }) {
  const { t } = useTranslation("warnings");
  const { ruleName: name, enabled, shadow } = rule;
  const turn = enabled ? "disable" : "enable";
  return (
    <div className="og-wrap">
      {shadow && (
        <Button variant="default" aria-label={t("acts.promoteName", { name })} onClick={() => onAct("promote")}>
          {t("acts.promote")}
        </Button>
      )}
      <Button
        variant="default"
        aria-label={t("acts.editName", { name })}
        renderRoot={(props) => <Link to="/warning/{-$slug}" params={{ slug: id }} {...props} />}
      >
        {t("acts.edit")}
      </Button>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t("acts.moreName", { name })}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPower size={16} aria-hidden />} onClick={() => onAct(turn)}>
            {t(`acts.${turn}`)}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/warning/add" search={{ copy: id }} {...props} />}
          >
            {t("acts.copy")}
          </Menu.Item>
          <Menu.Item
            color="var(--og-danger)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onAct("delete")}
          >
            {t("acts.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
