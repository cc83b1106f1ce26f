import { useTranslation } from "react-i18next";

import { Section } from "../../../ui/section.tsx";
import { useOutputs } from "../outputs/outputs.data.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { nameableOutputs } from "./nameable-outputs.ts";
import { saveOutputNames, useMayName } from "./output-names.data.ts";
import { OutputNamesForm, OutputNamesList } from "./output-names.form.tsx";

/** What the outputs of a container are called, for those who may change it to change. */
export function OutputNamesSection({ info }: TabProps) {
  const { t } = useTranslation("output-names");
  const { containerId, outputNames } = info;
  const relays = useOutputs(containerId).data;
  const mayName = useMayName();
  const outputs = nameableOutputs(info, relays);
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      {outputs.length === 0 ? (
        <p className="og-flush">{t("none")}</p>
      ) : mayName ? (
        <OutputNamesForm
          outputs={outputs}
          names={outputNames}
          onSave={(changed) => saveOutputNames(containerId, changed)}
        />
      ) : (
        <OutputNamesList outputs={outputs} names={outputNames} />
      )}
    </Section>
  );
}
