import { type ReactNode, useState } from "react";

interface Props {
  title: string;
  /** It holds something that is set already. */
  isOpen: boolean;
  /** It holds a field that is wrong. */
  hasFault?: boolean;
  children: ReactNode;
}

/** Fields that most leave as they are. Once open it stays open, whatever is written in it. */
export function Fold({ title, isOpen, hasFault = false, children }: Props) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details className="og-details" open={open || hasFault} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div className="og-close-stack" style={{ paddingTop: 8 }}>
        {children}
      </div>
    </details>
  );
}
