import { definitionText } from "@offgrid/contract/charts/definition-text";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";
import type { Warning, WarningRights } from "./history.data.ts";
import { warningLead } from "./warning-lead.ts";

interface Props {
  warning: Warning;
  now: number;
  may: WarningRights;
}

/** The ways on from a warning: to what was measured, or else to what it was raised by, and to the others of its rule. */
export function WarningLeads({ warning, now, may }: Props) {
  const { t } = useTranslation("warning-history");
  const { ruleId, ruleName, isOwnRule, content } = warning;
  return (
    <span className="og-line og-fine og-no-print">
      <Lead warning={warning} now={now} may={may} />
      {ruleId !== null && isOwnRule && may.rules && ruleName === content && (
        <Link className="og-link" to="/warning/{-$slug}" params={{ slug: ruleId }}>
          {t("leads.rule")}
          <span className="visually-hidden">{` ${ruleName}`}</span>
        </Link>
      )}
      {ruleId !== null && (
        <Link className="og-link" to="/warning/history" search={{ rule: ruleId }}>
          {t("leads.ofRule")}
          <span className="visually-hidden">{` ${ruleName}`}</span>
        </Link>
      )}
    </span>
  );
}

function Lead({ warning, now, may }: Props) {
  const { t } = useTranslation("warning-history");
  const { containerId, containerName, content } = warning;
  const names = useWarningNames();
  const lead = warningLead(warning, now, (value, metric) => t("leads.clears", { value: names.value(metric, value) }));
  const named = (key: typeof lead.kind) => (
    <>
      {t(`leads.${key}`)}
      <span className="visually-hidden">{` ${content}, ${containerName}`}</span>
    </>
  );
  if (lead.kind === "chart") {
    if (!may.chart) return null;
    return (
      <Link className="og-link" to="/charts/add" search={{ d: definitionText(lead.definition) }}>
        {named("chart")}
      </Link>
    );
  }
  if (lead.kind === "events")
    return (
      <Link className="og-link" to="/events" search={{ show: "all", container: containerId, around: lead.aroundMs }}>
        {named("events")}
      </Link>
    );
  if (lead.kind === "commands") {
    if (!may.commands) return null;
    return (
      <Link className="og-link" to="/commands" search={{ container: containerId }}>
        {named("commands")}
      </Link>
    );
  }
  return (
    <Link
      className="og-link"
      to="/containers/$slug"
      params={{ slug: containerId }}
      {...(lead.kind === "bundle" && { search: { tab: "network" as const } })}
    >
      {named(lead.kind)}
    </Link>
  );
}

/** The rule by its name: one's own leads to where it is changed, somebody else's says whose it is. */
export function RuleName({ warning, may }: Pick<Props, "warning" | "may">) {
  const { t } = useTranslation("warning-history");
  const { ruleId, ruleName, isOwnRule, ruleOwner, content } = warning;
  // What is met says the name already.
  if (ruleOwner?.name && ruleName === content)
    return <span className="og-note og-anywhere">{t("ruleBy", { name: ruleOwner.name })}</span>;
  return (
    <span className="og-note og-anywhere">
      {ruleOwner?.name ? t("ruleOf", { name: ruleOwner.name }) : t("rule")}{" "}
      {ruleId !== null && isOwnRule && may.rules ? (
        <Link className="og-link" to="/warning/{-$slug}" params={{ slug: ruleId }}>
          {ruleName}
        </Link>
      ) : (
        ruleName
      )}
    </span>
  );
}
