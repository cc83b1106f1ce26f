import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, formatList, formatQuantityText } from "../../core/format.ts";
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
  onLeave: (container: SolarTemplate["containers"][number]) => void;
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
  const { t } = useTranslation("solar-template");
  const { name } = template;
  return (
    <Section title={name}>
      <Figures template={template} />
      <Containers template={template} mayApply={mayApply} {...acts} />
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
          <Button variant="default" aria-label={t("applyName", { name })} onClick={() => acts.onApply([])}>
            {t("applyButton")}
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

type ContainersProps = Pick<TemplateCardProps, "template" | "mayApply" | "onApply" | "onLeave">;

function Containers({ template: { containers, isUsed }, mayApply, onApply, onLeave }: ContainersProps) {
  const { t } = useTranslation("solar-template");
  const locale = useLocale();
  const other = containers.filter(({ differs }) => differs.length > 0);
  return (
    <div className="og-close-stack">
      <span className="og-small">{t("containers", { count: containers.length })}</span>
      {isUsed && containers.length === 0 && <span>{t("usedByOthers")}</span>}
      {containers.length > 0 && (
        <ul className="og-plain-list og-close-stack">
          {containers.map((container) => (
            <li key={container.id} className="og-wrap og-ends">
              <span>
                <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: container.id }}>
                  {container.name}
                </Link>
                {container.differs.length > 0 && (
                  <span className="og-small">
                    {" "}
                    {t("differs", {
                      figures: formatList(
                        container.differs.map((one) => t(`figure.${one}`).toLocaleLowerCase(locale)),
                        locale,
                      ),
                    })}
                  </span>
                )}
              </span>
              {mayApply && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t("leaveName", { name: container.name })}
                  onClick={() => onLeave(container)}
                >
                  {t("leave")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayApply && other.length > 0 && (
        <div className="og-line">
          <Button variant="default" onClick={() => onApply(other.map(({ id }) => id))}>
            {t("applyAgain", { count: other.length })}
          </Button>
        </div>
      )}
    </div>
  );
}
