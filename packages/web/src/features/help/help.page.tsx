import { useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { type Manual, useManual } from "./help.data.ts";
import styles from "./help.module.css";
import { ManualContents } from "./manual-contents.tsx";
import { ManualFindings } from "./manual-findings.tsx";
import { ManualNote } from "./manual-note.tsx";
import { findSections, sectionsOf } from "./manual-text.ts";
import { Markdown } from "./markdown.tsx";

/** The user manual: contents beside the page that is read, and a search over all of them. */
export function HelpPage() {
  const { t } = useTranslation(["help", "shared"]);
  const manual = useManual();
  const { slug } = useParams({ from: "/main/help/{-$slug}" });
  const { search = "" } = useSearch({ from: "/main/help/{-$slug}" });
  const navigate = useNavigate({ from: "/help/{-$slug}" });
  return (
    <>
      <PageHeader title={t("shared:screen.help")} context={t("context")} />
      <div className="og-field-width og-after-most">
        <SearchField
          label={t("find")}
          clearLabel={t("clear")}
          text={search}
          onText={(text) => void navigate({ search: text === "" ? {} : { search: text }, replace: true })}
        />
      </div>
      <Async of={manual} height={600} isEmpty={() => false}>
        {(found) => <Reading manual={found} slug={slug} query={search} />}
      </Async>
    </>
  );
}

function Reading({ manual, slug, query }: { manual: Manual; slug: string | undefined; query: string }) {
  const { t } = useTranslation("help");
  const { pages } = manual;
  const page = slug === undefined ? pages[0] : pages.find((one) => one.slug === slug);
  useHash(page?.slug);
  return (
    <div className={styles.manual}>
      <ManualContents pages={pages} slug={page?.slug ?? ""} />
      <article className={`og-card ${styles.article}`}>
        {query !== "" ? (
          <ManualFindings sections={findSections(sectionsOf(pages), query)} query={query} />
        ) : page ? (
          <>
            <h2 className={styles.title}>{page.title}</h2>
            <div className={styles.text}>
              <Markdown text={page.markdown} />
            </div>
          </>
        ) : (
          <EmptyState title={t("no_page")} />
        )}
        <ManualNote manual={manual} />
      </article>
    </div>
  );
}

/** The text comes after the address: a section that it names is shown, and read, once it is there. */
function useHash(slug: string | undefined): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "" || slug === undefined) return;
    const section = document.getElementById(hash);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [hash, slug]);
}
