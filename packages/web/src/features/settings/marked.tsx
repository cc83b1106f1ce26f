import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconCircleOff } from "@tabler/icons-react";
import type { ReactNode } from "react";

const marks = {
  fine: { Icon: IconCircleCheck, color: "var(--og-accent)" },
  wrong: { Icon: IconAlertTriangle, color: "var(--og-amber)" },
  fault: { Icon: IconAlertOctagon, color: "var(--og-danger)" },
  off: { Icon: IconCircleOff, color: "var(--og-muted)" },
} as const;

/** A line about something that works, does not, or is off. */
export function Marked({ mark, title, children }: { mark: keyof typeof marks; title: string; children: ReactNode }) {
  const { Icon, color } = marks[mark];
  return (
    <div className="og-row" style={{ alignItems: "start" }}>
      <Icon className="og-fixed" size={20} color={color} aria-hidden />
      <span className="og-words">
        <span className="og-strong">{title}</span>
        <span className="og-note">{children}</span>
      </span>
    </div>
  );
}
