import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { createContext, type CSSProperties, type ReactNode, useContext, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { CardTitle } from "./card-title.ts";
import styles from "./form-layout.module.css";
import { useIsPhone } from "./use-list-search.ts";

/** On a page of many sections a phone shows their titles, and of each as much as is asked for. */
export const FoldedOnPhone = createContext(false);

interface SectionProps {
  title: string;
  /** On a page that folds its sections it is open from the start: most who come look for it. */
  isOpenFirst?: boolean;
  children: ReactNode;
}

/** A titled card with a form or facts. */
export function Section(props: SectionProps) {
  const isFolding = useContext(FoldedOnPhone);
  return (
    <CardTitle value={props.title}>
      {isFolding ? <FoldingSection {...props} /> : <Card title={props.title}>{props.children}</Card>}
    </CardTitle>
  );
}

function Card({ title, style, children }: { title: ReactNode; style?: CSSProperties; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`og-card ${styles.section}`} style={style} aria-labelledby={id}>
      <h2 className="og-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const wholeLine = { minHeight: "var(--touch-size)", padding: 0, alignItems: "center", color: "inherit" } as const;

/** Closed ones are a list of titles, and no page of empty cards. */
const closed = { gap: 0, margin: "-4px 0", paddingBlock: 10 } as const;

/** What is folded away is there all the same, so that nothing that was filled in is lost. */
function FoldingSection({ title, isOpenFirst = false, children }: SectionProps) {
  const { t } = useTranslation("ui");
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(isOpenFirst);
  const toggle = useRef<HTMLButtonElement>(null);
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  const fold = () => {
    setOpen(false);
    // Its end is far below its title.
    toggle.current?.focus();
  };
  const button = (
    <button
      type="button"
      className="og-plain-button og-ends og-wide"
      style={wholeLine}
      aria-expanded={isOpen}
      ref={toggle}
      onClick={() => setOpen(!isOpen)}
    >
      {title}
      <Icon className="og-icon" size={24} aria-hidden />
    </button>
  );
  return (
    <Card title={isPhone ? button : title} {...(isPhone && !isOpen && { style: closed })}>
      <div hidden={isPhone && !isOpen}>
        <FoldedOnPhone value={false}>
          <div className="og-stack">{children}</div>
        </FoldedOnPhone>
        {isPhone && (
          <Button variant="default" mt={16} onClick={fold}>
            {t("fold")}
          </Button>
        )}
      </div>
    </Card>
  );
}
