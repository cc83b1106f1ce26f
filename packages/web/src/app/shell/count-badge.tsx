import classes from "./menu.module.css";
import { badgeText, type UnreadCount } from "./menu-entries.ts";

/** What could not be asked is no news that calls for anybody. */
const unknownLook = { background: "var(--og-muted)", color: "var(--og-surface)" };

/** How much is not read, on a bell or an entry that says it in words too; grey where that is not known. */
export function CountBadge({ count }: { count: UnreadCount }) {
  const text = badgeText(count);
  if (text === undefined) return null;
  return (
    <span className={classes.badge} style={count === "unknown" ? unknownLook : undefined} aria-hidden>
      {text}
    </span>
  );
}
