import { outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { OutputNamesContext } from "../../../domain/output-names/use-output-words.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useConfiguration, useMayConfigure } from "../configuration/configuration.data.ts";
import { useSaving } from "../configuration/use-saving.ts";
import { measuredOutputs } from "../outputs/measured-outputs.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { RelayTimesForm, RelayTimesList } from "./relay-times.form.tsx";

/** For how long the relays of a container stay as they were switched; nothing where it has none. */
export function RelayTimesSection({ info }: TabProps) {
  const { t } = useTranslation("relay-times");
  const { containerId, outputNames } = info;
  const configuration = useConfiguration(containerId);
  const mayChange = useMayConfigure();
  const save = useSaving(containerId);
  const measured = measuredOutputs(info).map(({ target }) => target);
  const targets = outputKinds.relay.numbers
    .map((number) => outputTarget("relay", number))
    .filter((target) => measured.includes(target));
  if (targets.length === 0) return null;
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <OutputNamesContext value={outputNames}>
        <Async of={quiet(configuration)} height={240}>
          {(known) =>
            mayChange ? (
              <RelayTimesForm
                targets={targets}
                section={known.wanted?.doc["relays"] ?? known.reported?.doc["relays"]}
                obstacle={known.state === "trial" ? t("onTrial") : undefined}
                onSave={(relays) => save(known, { relays })}
              />
            ) : (
              <RelayTimesList targets={targets} section={known.reported?.doc["relays"]} />
            )
          }
        </Async>
      </OutputNamesContext>
    </Section>
  );
}
