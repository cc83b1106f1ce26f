import { automationSentence } from "@offgrid/contract/automations/automation-words";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { actingWord, rowsOf } from "../../../domain/automations/automation-rows.ts";
import { type ContainerAutomations, useAutomations } from "../../../domain/automations/automations.data.ts";
import { StandingWords } from "../../../domain/automations/standing-words.tsx";
import { useAutomationNames } from "../../../domain/automations/use-automation-names.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";

/** What a container does by itself, with the way to where it is changed. */
export function AutomationsSection({ info: { containerId } }: TabProps) {
  const { t } = useTranslation("automation-words");
  const automations = useAutomations(containerId);
  return (
    <Section title={t("ofContainer.title")}>
      <Async of={quiet(automations)} height={120} empty={<p className="og-flush">{t("ofContainer.none")}</p>}>
        {([own]) => own && <Sentences own={own} />}
      </Async>
      <Link className="og-name-link" to="/automation/list" search={{ container: containerId }}>
        {t("ofContainer.all")}
      </Link>
    </Section>
  );
}

function Sentences({ own }: { own: ContainerAutomations }) {
  const { t } = useTranslation("automation-words");
  const locale = useLocale();
  const names = useAutomationNames();
  const rows = rowsOf(own);
  if (rows.length === 0) return <p className="og-flush">{t("ofContainer.none")}</p>;
  return (
    <ul className="og-plain-list og-close-stack">
      {rows.map(({ id, automation, standing }) => (
        <li key={id} className="og-words">
          <span className="og-strong og-anywhere">
            {automation.name} <span className="og-beside">{t(actingWord(automation))}</span>
          </span>
          <span className="og-anywhere">{automationSentence(automation, locale, names)}</span>
          <StandingWords standing={standing} state={own.state} />
        </li>
      ))}
    </ul>
  );
}
