import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** A figure that is not as the template says, in words. */
export interface MemberDifference {
  label: string;
  /** What is in force at the container. */
  has: string;
  /** Nobody has set it there: it is what counts everywhere. */
  isDefault?: boolean;
  /** What the template says. */
  wanted: string;
}

export interface Member {
  id: string;
  name: string;
  differs: readonly MemberDifference[];
}

export interface MemberListProps {
  members: readonly Member[];
  /** Some container has the template, seen or not. */
  isUsed: boolean;
  /** Absent: it may not be applied. */
  onApply: ((containerIds: readonly string[]) => void) | undefined;
  /** Absent: they are not taken off it here. */
  onLeave?: ((container: Member) => void) | undefined;
}

/** The containers that have a template, with what differs at them, and a way to apply it to these again. */
export function MemberList({ members, isUsed, onApply, onLeave }: MemberListProps) {
  const { t } = useTranslation("apply-template");
  const other = members.filter(({ differs }) => differs.length > 0);
  return (
    <div className="og-close-stack">
      <span className="og-small">{t("members", { count: members.length })}</span>
      {isUsed && members.length === 0 && <span>{t("usedByOthers")}</span>}
      {members.length > 0 && (
        <ul className="og-plain-list og-grid og-mid" style={columns(280)}>
          {members.map((member) => (
            <li key={member.id} className="og-row">
              <MemberName member={member} />
              {onLeave && (
                <Button
                  className="og-fixed"
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t("leaveName", { name: member.name })}
                  onClick={() => onLeave(member)}
                >
                  {t("leave")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {onApply && other.length > 0 && (
        <div className="og-line">
          <Button variant="default" onClick={() => onApply(other.map(({ id }) => id))}>
            {t("applyAgain", { count: other.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

function MemberName({ member: { id, name, differs } }: { member: Member }) {
  const { t } = useTranslation("apply-template");
  const locale = useLocale();
  const figures = formatList(
    differs.map(({ label, has, isDefault, wanted }) =>
      t(isDefault ? "differsDefault" : "differsFrom", { label: label.toLocaleLowerCase(locale), has, wanted }),
    ),
    locale,
  );
  return (
    <div className="og-rest og-anywhere">
      <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: id }}>
        {name}
      </Link>
      {differs.length > 0 && <div className="og-small">{t("differs", { figures })}</div>}
    </div>
  );
}
