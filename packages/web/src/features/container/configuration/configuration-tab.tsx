import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { sectionFields, type SectionName, textsOf } from "./config-input.ts";
import { ConfigStatus } from "./config-status.tsx";
import { useConfiguration, useMayConfigure } from "./configuration.data.ts";
import { SectionForm, type SectionFormProps } from "./section.form.tsx";
import { useSaving } from "./use-saving.ts";

export interface ConfigurationTabProps extends TabProps {
  name: SectionName;
  /** As of the form. */
  consequence?: SectionFormProps["consequence"];
  presets?: SectionFormProps["presets"];
}

/** A section of a container's configuration: how it stands, and its values for those who may change them. */
export function ConfigurationTab({ name, info, consequence, presets }: ConfigurationTabProps) {
  const { t } = useTranslation("configuration");
  const { containerId, zoneName } = info;
  const configuration = useConfiguration(containerId);
  const mayChange = useMayConfigure();
  const save = useSaving(containerId);
  return (
    <Async of={quiet(configuration)} height={480}>
      {(known) => (
        <div className="og-stack">
          <ConfigStatus
            configuration={known}
            zone={zoneName}
            mayChange={mayChange}
            onChoose={(sections) => save(known, sections)}
          />
          <Section title={t(`title.${name}`)}>
            <p className="og-note">{t(`why.${name}`)}</p>
            {mayChange ? (
              <SectionForm
                name={name}
                configuration={known}
                obstacle={known.state === "trial" ? t("onTrial") : undefined}
                {...(consequence && { consequence })}
                {...(presets && { presets })}
                onSave={(section) => save(known, { [name]: section })}
              />
            ) : (
              <Values name={name} configuration={known} />
            )}
          </Section>
        </div>
      )}
    </Async>
  );
}

/** For those who may not change them. */
function Values({ name, configuration }: { name: SectionName; configuration: Configuration }) {
  const { t } = useTranslation("configuration");
  const texts = textsOf(name, configuration.reported?.doc, useLocale());
  return (
    <dl className="og-facts og-stack og-mid">
      {sectionFields[name].map((field) => (
        <div key={field}>
          <dt>{t(`field.${field}`)}</dt>
          <dd>{texts[field] || missing}</dd>
        </div>
      ))}
    </dl>
  );
}
