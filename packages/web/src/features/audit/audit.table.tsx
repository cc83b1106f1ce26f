import { commandLineId } from "@offgrid/contract/core/command-line";
import { roleLabel } from "@offgrid/contract/core/access";
import { Badge } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { missing } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { columns as gridColumns } from "../../ui/columns.ts";
import { byDay } from "../../ui/day-groups.ts";
import table from "../../ui/table.module.css";
import { useDayWords } from "../../ui/use-day-words.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import {
  doneWords,
  isOfServices,
  serviceWords,
  hasEndedOtherwise,
  isRefused,
  nameIn,
  outcomeOf,
  refusalWords,
  lenderOf,
  thingWords,
  ticketOf,
} from "./audit-words.ts";
import { ChangeLines } from "./audit-change-lines.tsx";
import type { AuditNames, AuditRow } from "./audit.data.ts";
import styles from "./audit.module.css";

interface Props {
  lines: readonly AuditRow[];
  names: AuditNames;
  /** The present, epoch ms. */
  now: number;
}

const columns = ["time", "person", "what", "result", "address"] as const;

/** Lines as a table, under their days. */
export function AuditTable({ lines, names, now }: Props) {
  const { t } = useTranslation(["audit", "shared"]);
  const words = useDayWords(now);
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="visually-hidden">{t("list")}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <span className={table.head}>{t(column)}</span>
              </th>
            ))}
          </tr>
        </thead>
        {byDay(lines, browserZone).map(({ lines: own, ...day }) => (
          <tbody key={day.day}>
            <tr className={styles.day}>
              <th scope="rowgroup" colSpan={columns.length}>
                {words(day)}
              </th>
            </tr>
            {own.map((line) => (
              <tr key={line.id} data-refused={isRefused(line) || undefined}>
                <td className="og-number og-nowrap">
                  <Time at={line.at} />
                </td>
                <th scope="row" className={styles.who}>
                  <Who line={line} names={names} />
                </th>
                <td className="og-anywhere" style={{ width: "42%" }}>
                  <What line={line} names={names} />
                </td>
                <td>
                  <Result line={line} />
                </td>
                <td className="og-number og-nowrap og-muted">{line.address ?? missing}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Lines as cards under their days, for narrow windows. */
export function AuditCards({ lines, names, now }: Props) {
  const { t } = useTranslation("audit");
  const words = useDayWords(now);
  return byDay(lines, browserZone).map(({ lines: own, ...day }) => (
    <section key={day.day} className="og-stack og-mid" aria-label={words(day)}>
      <h2 className="og-flush og-text-14 og-strong og-before">{words(day)}</h2>
      <ul className="og-plain-list og-grid og-mid" style={gridColumns(320)} aria-label={t("list")}>
        {own.map((line) => (
          <li key={line.id} className={`og-card ${styles.card}`} data-refused={isRefused(line) || undefined}>
            <div className="og-ends og-top">
              <What line={line} names={names} />
              <Result line={line} />
            </div>
            <span className="og-anywhere">
              <Who line={line} names={names} />
            </span>
            <span className={table.second}>
              <Time at={line.at} />
              {line.address !== null && ` · ${line.address}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface LineProps {
  line: AuditRow;
  names: AuditNames;
}

/** What was done, to what, and what it changed. */
function What({ line, names }: LineProps) {
  const { t } = useTranslation(["audit", "shared"]);
  const { target, email, userId } = line;
  // Whoever signs in is written twice into the line, but is one and the same; of the portal there is only one.
  const isSaid = target === null || target === email || target === userId || target === "portal";
  const ticket = ticketOf(line);
  return (
    // A link needs some distance to what else can be pressed, and in a sentence it would need more than its colour.
    <div className="og-close-stack og-anywhere og-least">
      <div className="og-wrap og-fine">
        <span className="og-strong">{doneWords(t, line)}</span>
        {!isSaid &&
          (isOfServices(line.action) ? <span>{serviceWords(t, target)}</span> : <Named id={target} names={names} />)}
        {ticket !== undefined && <Named id={ticket} names={names} />}
      </div>
      <ChangeLines line={line} names={names} />
    </div>
  );
}

/** Who it was and the role at that time, then the address; for a failed sign-in, the address as it was typed. */
function Who({ line, names }: LineProps) {
  const { t } = useTranslation("audit");
  const { userId, email, role, address: from } = line;
  const lenderId = lenderOf(line);
  const lender = lenderId === undefined ? undefined : nameIn(names, lenderId);
  if (lenderId !== undefined) return <span>{lender ? t("anyoneWith", { name: lender.name }) : t("anyone")}</span>;
  // What the portal does by itself comes from no address.
  if (userId === null && email === null && from === null) return <span>{t("portal")}</span>;
  if (userId === commandLineId) return <span>{t("commandLine")}</span>;
  const person = userId === null ? undefined : nameIn(names, userId);
  const address = email === null ? missing : <Email email={email} />;
  const withAddress = person !== undefined && email !== null && person.name !== email;
  return (
    <>
      <span className="og-wrap og-fine og-baseline">
        {userId !== null && person ? <Named id={userId} names={names} /> : <span>{address}</span>}{" "}
        {role !== null && <span className="og-small">{roleLabel(role)}</span>}
      </span>
      {withAddress && <span className={table.second}>{address}</span>}
    </>
  );
}

/** An address too long for one line breaks before its "@", and so has no lone letters on the next line. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  if (at < 1) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** A person or thing by name, as a link; what is gone by its last name, and what nobody knows as it was written. */
function Named({ id, names }: { id: string; names: AuditNames }) {
  const { t } = useTranslation("audit");
  const known = nameIn(names, id);
  if (!known) return id;
  const { kind, email, isGone } = known;
  const name = thingWords(t, known);
  const place = placeOf(kind, id, known);
  if (isGone) {
    return (
      <span title={email}>
        {name} <span className="og-quiet">{t("gone")}</span>
      </span>
    );
  }
  if (!place) return name;
  return (
    <Link className="og-name-link" title={kind === "container" ? id : email} {...place}>
      {name}
    </Link>
  );
}

type Place = Pick<LinkProps, "to" | "params" | "search">;

/** Where a thing is shown; undefined: nowhere to whom it does not belong. */
function placeOf(
  kind: AuditNames[string]["kind"],
  id: string,
  { isOwn, chartId, slug, incidentId }: AuditNames[string],
): Place | undefined {
  switch (kind) {
    case "person":
      return { to: "/users/{-$slug}", params: { slug: id } };
    case "container":
      return { to: "/containers/$slug", params: { slug: id } };
    case "cluster":
      return { to: "/clusters" };
    case "kit":
      return { to: "/settings/kit-size" };
    case "device_type":
      return { to: "/settings/manage-devices", search: { edit: id } };
    case "solar_template":
      return { to: "/solar/template", search: { open: id } };
    case "campaign":
      return { to: "/settings/software" };
    case "command_group":
      return { to: "/commands", search: { group: id } };
    case "warning_rule":
      return isOwn ? { to: "/warning/{-$slug}", params: { slug: id } } : { to: "/warning/other-users" };
    case "channel":
      return isOwn ? { to: "/users/profile" } : undefined;
    case "chart":
    case "chart_link":
      return isOwn ? { to: "/charts/$slug", params: { slug: chartId ?? id } } : undefined;
    case "report":
      return isOwn ? { to: "/reports" } : undefined;
    case "ticket":
      return slug === undefined ? undefined : { to: "/tickets/$slug", params: { slug } };
    case "ticket_text":
      return undefined;
    case "incident":
      return { to: "/warning/history", search: { incident: incidentId } };
    case "role":
      return { to: "/users/role", search: { role: id } };
  }
}

function Time({ at }: { at: string }) {
  const locale = useLocale();
  const atMs = Date.parse(at);
  return <time dateTime={at}>{formatTime(atMs, "timeWithSeconds", browserZone, locale)}</time>;
}

/** What came of the call, or of the command that it gave: what was accepted here may have been refused on site. */
function Result({ line: { result, command } }: { line: AuditRow }) {
  const { t } = useTranslation(["audit", "shared", "command-words"]);
  if (result === "ok") {
    const word = command ? t(`command-words:state.${command.state}`) : t("result_ok");
    const reason = command?.reason && t(`command-words:reason.${command.reason}`);
    return <Outcome word={word} why={reason || undefined} isBad={hasEndedOtherwise(command)} />;
  }
  if (result === "alert") return <Outcome word={t("alert")} isBad />;
  return <Outcome word={t(outcomeOf(result))} why={refusalWords(t, result)} isBad />;
}

function Outcome({ word, why, isBad }: { word: string; why?: string | undefined; isBad: boolean }) {
  return (
    <span className={styles.result}>
      {isBad ? (
        <Badge variant="outline" color="red" tt="none" miw="max-content">
          {word}
        </Badge>
      ) : (
        <span className="og-muted">{word}</span>
      )}
      {why !== undefined && <span className={table.second}>{why}</span>}
    </span>
  );
}
