import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FoldedOnPhone } from "./section.tsx";
import { useIsPhone } from "./use-list-search.ts";

interface Heading {
  id: string;
  title: string;
}

/** Fewer need no list. */
const leastListed = 3;

/**
 * A long page with the list of its sections above them, and the way back to it; on a phone, the folded sections are their
 * own list. What a section is called is read from the page, since sections
 * come when their part is loaded, and some stay away.
 */
export function OnThisPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("ui");
  const page = useRef<HTMLDivElement>(null);
  const headings = useHeadings(page);
  const isListed = !useIsPhone() && headings.length >= leastListed;
  return (
    <div className="og-stack">
      {isListed && (
        <nav aria-label={t("onThisPage")}>
          <ul className="og-plain-list og-row og-wrap">
            {headings.map(({ id, title }) => (
              <li key={id}>
                <Button variant="default" size="compact-md" onClick={() => goTo(id)}>
                  {title}
                </Button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="og-stack" ref={page}>
        <FoldedOnPhone value>{children}</FoldedOnPhone>
      </div>
      {isListed && (
        <Button variant="default" className="og-at-top" onClick={() => scrollTo({ top: 0 })}>
          {t("backToTop")}
        </Button>
      )}
    </div>
  );
}

function goTo(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}

function useHeadings(page: { current: HTMLDivElement | null }): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  useEffect(() => {
    const element = page.current;
    if (!element) return undefined;
    const read = () => {
      const found = [...element.querySelectorAll<HTMLElement>("section > h2[id]")];
      const listed = found.map(({ id, textContent }) => ({ id, title: textContent }));
      setHeadings((before) => (isSame(before, listed) ? before : listed));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [page]);
  return headings;
}

function isSame(before: readonly Heading[], now: readonly Heading[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ id, title }, at) => before[at]?.id === id && before[at].title === title)
  );
}
