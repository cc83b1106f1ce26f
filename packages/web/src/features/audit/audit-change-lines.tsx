import { auditKind, auditRank } from "@offgrid/contract/audit-keys";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { fullOutputName } from "../../domain/output-names/output-words.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type Difference, differences } from "./audit-change.ts";
import { undoingKey } from "./audit-words.ts";
import type { AuditNames, AuditRow } from "./audit.data.ts";
import styles from "./audit.module.css";
import { useAuditValues } from "./use-audit-values.ts";

/** So many stand there at once; more are a list to be opened. */
const mostAtOnce = 3;
/** So many are named of those that are to be opened. */
const mostNamed = 4;
/** What is longer is not read in passing. */
const shortText = 60;

interface Props {
  line: AuditRow;
  names: AuditNames;
}

/** What a line changed: a little in a sentence, more behind its number. */
export function ChangeLines({ line, names }: Props) {
  const { t } = useTranslation(["audit", "shared"]);
  const locale = useLocale();
  const { action } = line;
  const undone = undoingKey(line);
  const { name, value, details } = useAuditValues(action, names);
  const changes = differences(line.before, line.after, {
    value,
    details,
    isWhole: (path) => auditKind(action, path) === "warningRule",
    output: (target, given) => fullOutputName(t, target, given),
    // That somebody is told again is what was done, and not a mute of 0 hours.
    isHidden: (path) => auditKind(action, path) === "hidden" || path === undone,
  });
  // The database has the keys of a line in an order of its own.
  changes.sort((one, other) => auditRank(action, one.key) - auditRank(action, other.key));
  if (changes.length === 0) return null;
  const isChange = line.before !== null && line.after !== null;
  const short = changes.filter(({ before = "", after = "" }) => before.length + after.length <= shortText);
  // Of a change its sides are read together; of a mere note what is short is read at once, whatever else there is.
  const shown = short.length <= mostAtOnce && (!isChange || short.length === changes.length) ? short : [];
  const folded = changes.filter((change) => !shown.includes(change));
  const keys = [...new Set(folded.map(({ key }) => (key === "" ? t("value") : name(key))))];
  const more = keys.length > mostNamed ? [t("more", { count: keys.length - mostNamed + 1 })] : [];
  const named = formatList([...keys.slice(0, more.length > 0 ? mostNamed - 1 : mostNamed), ...more], locale);
  const summary = isChange ? t("changed", { names: named }) : named;
  return (
    <>
      {shown.length > 0 && (
        <div className={`og-small og-wrap og-anywhere ${styles.change}`}>
          {shown.map((change) => (
            <span key={change.key}>
              {change.key !== "" && t("keyOf", { key: name(change.key) })} <Sides of={change} />
            </span>
          ))}
        </div>
      )}
      {folded.length > 0 && (
        <details className={`og-details og-anywhere ${styles.change}`}>
          <summary>{summary}</summary>
          <dl>
            {folded.map((change) => (
              <div key={change.key}>
                {change.key !== "" && <dt>{name(change.key)}</dt>}
                <dd>
                  <Sides of={change} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function Sides({ of: { before, after } }: { of: Difference }) {
  return (
    <>
      {before !== undefined && <del>{before}</del>}
      {before !== undefined && after !== undefined && " → "}
      {after !== undefined && <ins>{after}</ins>}
    </>
  );
}
