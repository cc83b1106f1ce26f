import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Section } from "../../../ui/section.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { expectedHeight } from "./expected-height.ts";
import { useMayControl, useOutputs } from "./outputs.data.ts";
import { ofKind, Switches } from "./switches.tsx";

/** The relays of a container with their switches and locks; nothing where it has none. */
export function OutputsSection({ info, now }: TabProps) {
  const { t } = useTranslation(["outputs", "command-words"]);
  const outputs = useOutputs(info.containerId);
  const mayControl = useMayControl();
  const height = expectedHeight(info);
  if (outputs.data ? ofKind(outputs.data, "relay").length === 0 : height === 0) return null;
  return (
    <Section title={t("title")}>
      <p className="og-note og-row og-top">
        <IconInfoCircle className="og-fixed" size={18} aria-hidden />
        {t(mayControl ? "command-words:lock.notTagging" : "seeOnly")}
      </p>
      {info.energy.level === "cut" && (
        <p className="og-note og-row og-top">
          <IconInfoCircle className="og-fixed" size={18} aria-hidden />
          {t("cut")}
        </p>
      )}
      <Switches info={info} now={now} kind="relay" title={t("title")} height={height} />
    </Section>
  );
}
