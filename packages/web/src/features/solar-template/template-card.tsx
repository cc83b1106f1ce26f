import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, formatList, formatQuantityText } from "../../core/format.ts";
import { type Member, MemberList } from "../../domain/templates/member-list.tsx";
import { columns } from "../../ui/columns.ts";
import { Section } from "../../ui/section.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { SolarTemplate } from "./solar-template.data.ts";
import { alike } from "./template-input.ts";
import { usePanelWords } from "./use-panel-words.ts";

export interface TemplateActs {
  onEdit: () => void;
  onDelete: () => void;
  /** With these containers, by id. */
  onApply: (containerIds: readonly string[]) => void;
  onLeave: (container: Member) => void;
  onYield: () => void;
}

export interface TemplateCardProps extends TemplateActs {
  template: SolarTemplate;
  mayChange: boolean;
  mayApply: boolean;
  /** Its yield, where it is asked for. */
  yields: ReactNode;
}

/** A template with its figures, its containers and what differs at them. */
export function TemplateCard({ template, mayChange, mayApply, yields, ...acts }: TemplateCardProps) {
  const { t } = useTranslation(["solar-template", "apply-template"]);
  const { figure } = usePanelWords();
  const { name, containers, isUsed } = template;
  return (
    <Section title={name}>
      <Figures template={template} />
      <MemberList
        members={containers.map(({ id, name: of, has, wanted, differs }) => ({
          id,
          name: of,
          differs: differs.map((one) => ({
            label: t(`figure.${one}`),
            has: has === null ? t("notSet") : figure(has, one),
            wanted: figure(wanted, one),
          })),
        }))}
        isUsed={isUsed}
        onApply={mayApply ? acts.onApply : undefined}
        onLeave={mayApply ? acts.onLeave : undefined}
      />
      <div className="og-line">
        <Button
          variant="default"
          aria-expanded={yields !== undefined}
          aria-label={t("yieldOf", { name })}
          onClick={acts.onYield}
        >
          {t(yields === undefined ? "yieldShow" : "yieldHide")}
        </Button>
        {mayApply && (
          <Button
            variant="default"
            aria-label={t("apply-template:applyName", { name })}
            onClick={() => acts.onApply([])}
          >
            {t("apply-template:applyButton")}
          </Button>
        )}
        {mayChange && (
          <>
            <Button variant="default" aria-label={t("editTitle", { name })} onClick={acts.onEdit}>
              {t("edit")}
            </Button>
            <Button variant="subtle" color="red" aria-label={t("deleteName", { name })} onClick={acts.onDelete}>
              {t("delete")}
            </Button>
          </>
        )}
      </div>
      {yields}
    </Section>
  );
}

function Figures({ template }: { template: SolarTemplate }) {
  const { t } = useTranslation("solar-template");
  const locale = useLocale();
  const { direction } = usePanelWords();
  const { capacity, strings, tilt, azimuth, loss, limitW, provider } = template;
  const wired = alike(strings).map(({ count, panels, panelWp }) =>
    t("strings.alike", {
      count,
      panels: formatCount(panels, locale),
      power: formatQuantityText(panelWp, "W", locale),
    }),
  );
  const facts = {
    capacity: formatQuantityText(capacity, "W", locale),
    strings: formatList(wired, locale),
    tilt: tilt === null ? t("asUsual") : formatQuantityText(tilt, "deg", locale),
    azimuth: azimuth === null ? t("toEquator") : direction(azimuth),
    loss: formatQuantityText(loss, "percent", locale),
    limitW: limitW === null ? t("noLimit") : formatQuantityText(limitW, "W", locale),
    provider: t(`provider.${provider}`),
  };
  return (
    <dl className="og-facts og-grid" style={columns(130)}>
      {(Object.keys(facts) as (keyof typeof facts)[]).map((figure) => (
        <div key={figure}>
          <dt>{t(`figure.${figure}`)}</dt>
          <dd>{facts[figure]}</dd>
        </div>
      ))}
    </dl>
  );
}
