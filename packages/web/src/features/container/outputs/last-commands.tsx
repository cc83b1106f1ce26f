import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { CommandLines } from "../../../domain/commands/command-lines.tsx";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { useLastCommands } from "./outputs.data.ts";

/** The last commands to a container, and the way to all of them; nothing where there was none. */
export function LastCommands({ info, now }: TabProps) {
  const { t } = useTranslation("outputs");
  const { containerId, zoneName } = info;
  const commands = useLastCommands(containerId);
  if (commands.data?.length === 0) return null;
  return (
    <Section title={t("last")}>
      <Async of={quiet(commands)} height={160}>
        {(data) => <CommandLines commands={data} now={now} zone={zoneName} />}
      </Async>
      <Link className="og-link og-at-top" to="/commands" search={{ container: containerId }}>
        {t("all")}
      </Link>
    </Section>
  );
}
