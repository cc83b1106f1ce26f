import { findOutput } from "@offgrid/contract/devices/output-kinds";
import { roleLabel } from "@offgrid/contract/core/access";
import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { missing } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { outputName } from "../../domain/output-names/output-words.ts";
import { columns as gridColumns } from "../../ui/columns.ts";
import table from "../../ui/table.module.css";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { actionWords, keyWords, nameIn, outcomeOf, refusalWords, switchedWords, valueWords } from "./audit-words.ts";
import { byDay } from "./audit-days.ts";
import { differences } from "./audit-query.ts";
import type { AuditNames, AuditRow } from "./audit.data.ts";
import styles from "./audit.module.css";
import { useDayWords } from "./day-words.ts";

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
              <tr key={line.id} data-refused={line.result !== "ok" || undefined}>
                <td className="og-number og-nowrap">
                  <Time at={line.at} />
                </td>
                <th scope="row" className={styles.who}>
                  <Who line={line} names={names} />
                </th>
                <td className={styles.what}>
                  <What line={line} names={names} />
                </td>
                <td>
                  <Result result={line.result} />
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
          <li key={line.id} className={`og-card ${styles.card}`} data-refused={line.result !== "ok" || undefined}>
            <div className="og-ends og-top">
              <What line={line} names={names} />
              <Result result={line.result} />
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
  return (
    <div className="og-anywhere og-least">
      <span>
        <span className="og-strong">{actionWords(t, line.action)}</span>
        {!isSaid && (
          <>
            {" · "}
            <Named id={target} names={names} />
          </>
        )}
      </span>
      <Change line={line} names={names} />
    </div>
  );
}

/** Who it was, then the address and the role at that time; for a failed sign-in, the address as it was typed. */
function Who({ line: { userId, email, role }, names }: LineProps) {
  const person = userId === null ? undefined : nameIn(names, userId);
  const address = email === null ? missing : <Email email={email} />;
  const withAddress = person !== undefined && email !== null && person.name !== email;
  return (
    <>
      {userId !== null && person ? <Named id={userId} names={names} /> : address}
      <span className={table.second}>
        {withAddress && address}
        {withAddress && role !== null && " · "}
        {role !== null && roleLabel(role)}
      </span>
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
  const name = known.switched ? switchedWords(t, known.name, known.switched) : known.name;
  if (isGone) {
    return (
      <span title={email}>
        {name} <span className="og-quiet">{t("gone")}</span>
      </span>
    );
  }
  switch (kind) {
    case "person":
      return (
        <Link className="og-name-link" to="/users/{-$slug}" params={{ slug: id }} title={email}>
          {name}
        </Link>
      );
    case "container":
      return (
        <Link className="og-name-link" to="/containers/$slug" params={{ slug: id }} title={id}>
          {name}
        </Link>
      );
    case "cluster":
      return (
        <Link className="og-name-link" to="/clusters">
          {name}
        </Link>
      );
    case "kit":
      return (
        <Link className="og-name-link" to="/settings/kit-size">
          {name}
        </Link>
      );
    case "campaign":
      return (
        <Link className="og-name-link" to="/settings/software">
          {name}
        </Link>
      );
    case "command_group":
      return (
        <Link className="og-name-link" to="/commands" search={{ group: id }}>
          {name}
        </Link>
      );
    case "role":
      return (
        <Link className="og-name-link" to="/users/role">
          {name}
        </Link>
      );
  }
}

function Time({ at }: { at: string }) {
  const locale = useLocale();
  const atMs = Date.parse(at);
  return <time dateTime={at}>{formatTime(atMs, "timeWithSeconds", browserZone, locale)}</time>;
}

function Result({ result }: { result: string }) {
  const { t } = useTranslation(["audit", "shared"]);
  const isOk = result === "ok";
  const isAlert = result === "alert";
  return (
    <span className={styles.result}>
      {isOk ? (
        <span className="og-muted">{t("result_ok")}</span>
      ) : (
        <Badge variant="outline" color="red" tt="none">
          {isAlert ? t("alert") : t(outcomeOf(result))}
        </Badge>
      )}
      {!isOk && !isAlert && <span className={table.second}>{refusalWords(t, result)}</span>}
    </span>
  );
}

function Change({ line, names }: LineProps) {
  const { t } = useTranslation(["audit", "shared"]);
  const changes = differences(line.before, line.after, (text) => nameIn(names, text)?.name ?? text);
  if (changes.length === 0) return null;
  return (
    <details className={`og-details og-anywhere ${styles.change}`}>
      <summary>{t("changes", { count: changes.length })}</summary>
      <dl>
        {changes.map(({ key, before, after }) => (
          <div key={key}>
            {key !== "" && <dt>{findOutput(key) ? outputName(t, key) : keyWords(t, key)}</dt>}
            <dd>
              {before !== undefined && <del>{valueWords(t, before)}</del>}
              {before !== undefined && after !== undefined && " → "}
              {after !== undefined && <ins>{valueWords(t, after)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
