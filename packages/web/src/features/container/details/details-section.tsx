import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { type Details, saveDetails, useClusters, useDetails, useKits, useMayChange } from "./details.data.ts";
import { DetailsForm } from "./details.form.tsx";

/** What people have entered about a container: changed by those who may, read by the others. */
export function DetailsSection({ info }: Pick<TabProps, "info">) {
  const { t } = useTranslation("container-details");
  const { containerId } = info;
  const details = useDetails(containerId);
  const clusters = useClusters();
  const kits = useKits();
  const mayChange = useMayChange().details;
  return (
    <Section title={t("title")} isOpenFirst>
      <Async of={quiet(details)} height={480}>
        {(known) =>
          mayChange ? (
            <DetailsForm
              details={known}
              clusters={clusters}
              kits={kits}
              onSave={(changes) => saveDetails({ containerId, ...changes })}
            />
          ) : (
            <DetailsFacts {...known} />
          )
        }
      </Async>
    </Section>
  );
}

/** For those who may not change them. */
function DetailsFacts({ name, address, zoneName, notes, contacts }: Details) {
  const { t } = useTranslation("container-details");
  const facts = { name, address, zone: zoneName, notes };
  return (
    <dl className="og-facts og-stack og-mid">
      {Object.entries(facts).map(([word, value]) => (
        <div key={word}>
          <dt>{t(word as keyof typeof facts)}</dt>
          <dd className="og-anywhere" style={{ whiteSpace: "pre-line" }}>
            {value || missing}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t("contacts")}</dt>
        {contacts.length === 0 && <dd>{missing}</dd>}
        {contacts.map((contact) => (
          <dd className="og-anywhere" key={`${contact.name} ${contact.phone} ${contact.email}`}>
            {[contact.name, contact.phone, contact.email].filter(Boolean).join(" · ")}
          </dd>
        ))}
      </div>
    </dl>
  );
}
