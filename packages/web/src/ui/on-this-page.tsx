import { Button } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FoldedOnPhone } from "./section.tsx";
import { useIsPhone } from "./use-list-search.ts";

interface Heading {
  id: string;
  title: string;
}

/** Fewer need no list. */
const leastListed = 3;
/** A title this far below the list is being read: it stands there after one went to it. */
const readPx = 48;

/** Stays below the bar of the portal, so that a section is one press away from anywhere on the page. */
const inSight = {
  position: "sticky",
  zIndex: 3,
  top: "var(--header-height)",
  margin: "-8px 0",
  padding: "8px 0",
  background: "var(--og-canvas)",
} as const;

/**
 * A long page with the list of its sections, which stays in sight and marks the one that is read; on a phone, the folded sections are their
 * own list. What a section is called is read from the page, since sections
 * come when their part is loaded, and some stay away.
 */
export function OnThisPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("ui");
  const page = useRef<HTMLDivElement>(null);
  const headings = useHeadings(page);
  const isListed = !useIsPhone() && headings.length >= leastListed;
  const { ref: list, height } = useElementSize<HTMLElement>();
  const heightPx = isListed ? height + 2 * 8 : 0;
  const current = useCurrent(headings, heightPx);
  return (
    <div className="og-stack">
      {isListed && (
        <nav ref={list} className="og-no-print" style={inSight} aria-label={t("onThisPage")}>
          <ul className="og-plain-list og-wrap og-tight">
            {headings.map(({ id, title }) => (
              <li key={id}>
                <Button
                  variant={id === current ? "light" : "default"}
                  size="compact-md"
                  aria-current={id === current || undefined}
                  onClick={() => goTo(id)}
                >
                  {title}
                </Button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {/* What has the focus, and the heads of tables, stay clear of the list as of the bar above it. */}
      <div className="og-stack" ref={page} style={{ "--list-height": `${heightPx}px` } as CSSProperties}>
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

/** The section that is read: the last one whose title has passed the list. */
function useCurrent(headings: readonly Heading[], listPx: number): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const read = () => {
      const bar =
        Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--header-height")) || 0;
      const topOf = ({ id }: Heading) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
      const passed = headings.filter((heading) => topOf(heading) <= bar + listPx + readPx);
      setCurrent((passed.at(-1) ?? headings[0])?.id);
    };
    read();
    addEventListener("scroll", read, { passive: true });
    return () => removeEventListener("scroll", read);
  }, [headings, listPx]);
  return current;
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
