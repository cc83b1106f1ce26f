import { roleLabel } from "@offgrid/contract/core/access";
import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { missing } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { columns } from "../../ui/columns.ts";
import table from "../../ui/table.module.css";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { actionWords, keyWords, refusalWords, valueWords } from "./audit-words.ts";
import { differences } from "./audit-query.ts";
import type { AuditRow } from "./audit.data.ts";
import styles from "./audit.module.css";

interface Props {
  lines: readonly AuditRow[];
}

/** Lines as a table. */
export function AuditTable({ lines }: Props) {
  const { t } = useTranslation(["audit", "shared"]);
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="visually-hidden">{t("list")}</caption>
        <thead>
          <tr>
            {(["time", "person", "action", "target", "change", "address", "result"] as const).map((column) => (
              <th key={column} scope="col">
                <span className={table.head}>{t(column)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className={styles.time}>
                <Time at={line.at} />
              </td>
              <th scope="row" className={styles.who}>
                <Who line={line} />
                {line.role !== null && <span className={table.second}>{roleLabel(line.role)}</span>}
              </th>
              <td className="og-anywhere">{actionWords(t, line.action)}</td>
              <td className="og-anywhere">
                <Target line={line} />
              </td>
              <td>
                <Change line={line} />
              </td>
              <td className="og-anywhere">{line.address ?? missing}</td>
              <td>
                <Result result={line.result} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Lines as cards, for narrow windows. */
export function AuditCards({ lines }: Props) {
  const { t } = useTranslation(["audit", "shared"]);
  return (
    <>
      <h2 className="visually-hidden">{t("list")}</h2>
      <ul className="og-plain-list og-grid og-mid" style={columns(320)}>
        {lines.map((line) => (
          <li key={line.id} className={`og-card ${styles.card}`}>
            <div className={styles.cardHead}>
              <span className="og-anywhere">{actionWords(t, line.action)}</span>
              <Result result={line.result} />
            </div>
            <span className="og-strong og-anywhere">
              <Who line={line} />
            </span>
            <span className={table.second}>
              <Time at={line.at} />
              {line.address !== null && ` · ${line.address}`}
            </span>
            {line.target !== null && (
              <span className="og-anywhere">
                {t("target")}: <Target line={line} />
              </span>
            )}
            <Change line={line} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who it was, as a link to that person; for a failed sign-in, the address as it was typed. */
function Who({ line: { userId, email } }: { line: AuditRow }) {
  if (userId === null) return email ?? missing;
  return (
    <Link className={styles.link} to="/users/{-$slug}" params={{ slug: userId }}>
      {email ?? userId}
    </Link>
  );
}

/** What the line is about, by its name and as a link; what has no page or is gone, as it was written. */
function Target({ line: { target, targetIs } }: { line: AuditRow }) {
  if (target === null) return missing;
  if (!targetIs) return target;
  const { kind, name } = targetIs;
  if (kind === "person") {
    return (
      <Link className={styles.link} to="/users/{-$slug}" params={{ slug: target }}>
        {name}
      </Link>
    );
  }
  if (kind === "container") {
    return (
      <Link className={styles.link} to="/containers/$slug" params={{ slug: target }} title={target}>
        {name}
      </Link>
    );
  }
  return (
    <Link className={styles.link} to="/clusters">
      {name}
    </Link>
  );
}

function Time({ at }: { at: string }) {
  const locale = useLocale();
  const atMs = Date.parse(at);
  return (
    <time dateTime={at}>
      {formatTime(atMs, "date", browserZone, locale)} {formatTime(atMs, "timeWithSeconds", browserZone, locale)}
    </time>
  );
}

function Result({ result }: { result: string }) {
  const { t } = useTranslation(["audit", "shared"]);
  const isOk = result === "ok";
  const isAlert = result === "alert";
  return (
    <span className={styles.result}>
      <Badge variant={isOk ? "light" : "outline"} color={isOk ? "brand" : "red"} tt="none">
        {isOk ? t("result_ok") : isAlert ? t("alert") : t("result_refused")}
      </Badge>
      {!isOk && !isAlert && <span className={table.second}>{refusalWords(t, result)}</span>}
    </span>
  );
}

function Change({ line }: { line: AuditRow }) {
  const { t } = useTranslation(["audit", "shared"]);
  const changes = differences(line.before, line.after);
  if (changes.length === 0) return null;
  return (
    <details className={styles.change}>
      <summary>{t("changes", { count: changes.length })}</summary>
      <dl>
        {changes.map(({ key, before, after }) => (
          <div key={key}>
            {key !== "" && <dt>{keyWords(t, key)}</dt>}
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
