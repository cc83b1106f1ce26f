import { automationSentence } from "@offgrid/contract/automations/automation-words";
import { warningSentence } from "@offgrid/contract/warnings/warning-words";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useTranslation } from "react-i18next";

import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type ChartIdea, isTemplate } from "./chart-ideas.ts";
import type { IdeaWords } from "./idea-card.tsx";
import type { Idea } from "./ideas.ts";

/** What ideas are called, and what they are good for. */
export function useIdeaWords(): (idea: Idea) => IdeaWords {
  const { t } = useTranslation(["inspire", "widgets", "charts"]);
  const locale = useLocale();
  const { titleOf } = useWidgetTitles();
  const automationNames = useAutomationNames();
  const warningNames = useWarningNames();
  const whyOf = (name: ChartIdea) => (isTemplate(name) ? t(`charts:templates.${name}_why`) : t(`chart.${name}.why`));
  // A type of widget that shows one of several things says which.
  const widgetWhy = (widget: Widget) =>
    widget.type === "outlook" ? t(`outlook.${widget.shows}`) : t(`widgets:why.${widget.type}`);
  return (idea) => {
    if (idea.kind === "chart") return { title: idea.chart.name, why: whyOf(idea.name) };
    if (idea.kind === "widget") return { title: titleOf(idea.widget), why: widgetWhy(idea.widget) };
    if (idea.kind === "rule") {
      const { ruleName, note } = idea.rule;
      return { title: ruleName, why: note, sentence: warningSentence(idea.rule, locale, warningNames) };
    }
    return {
      title: idea.automation.name,
      why: t(`automation.${idea.name}`),
      sentence: automationSentence(idea.automation, locale, automationNames),
    };
  };
}
