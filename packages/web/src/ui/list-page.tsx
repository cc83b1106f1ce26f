import { Badge, Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Async, type Pending } from "./async.tsx";
import styles from "./list-layout.module.css";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";
import { Pager, type PagerProps } from "./pager.tsx";
import { useIsPhone } from "./use-list-search.ts";

export interface ListPageProps<Row> extends PageHeaderProps {
  filters: ReactNode;
  /** What an act on the list says of itself, between filters and rows. */
  notes?: ReactNode;
  /** One page of rows, and how many there are in all, or are at least. */
  of: Pending<{ data: Row[]; total: number; isMore?: boolean; held?: PagerProps["held"] }>;
  empty: ReactNode;
  /** In the place of the rows while the first are on their way; absent: one block. */
  skeleton?: ReactNode;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  /** The rows as a table, or as cards in a narrow window. */
  children: (rows: readonly Row[], total: number) => ReactNode;
}

/** A page that lists what the portal answers by pages: title, filters, rows, and the ways to the other pages. */
export function ListPage<Row>({
  filters,
  notes,
  of,
  empty,
  skeleton,
  page,
  pageSize,
  onPage,
  children,
  ...header
}: ListPageProps<Row>) {
  return (
    <>
      <PageHeader {...header} />
      <div className="og-stack">
        {filters}
        {notes}
        <Async of={of} height={480} skeleton={skeleton} isEmpty={({ data }) => data.length === 0} empty={empty}>
          {({ data, total, isMore, held }) => (
            <div className="og-stack">
              {children(data, total)}
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                isMore={isMore ?? false}
                held={held}
                onPage={onPage}
              />
            </div>
          )}
        </Async>
      </div>
    </>
  );
}

/** What narrows a list, on screens alone: the search first, and the others as wide as is said where there is room. */
export function ListFilters({ widthPx, children }: { widthPx: number; children: ReactNode }) {
  return (
    <div className={`${styles.filters} og-no-print`} style={{ "--filter-width": `${widthPx}px` } as CSSProperties}>
      {children}
    </div>
  );
}

interface FoldedProps {
  count: number;
  isOpen?: boolean;
  always?: boolean;
  children: ReactNode;
}

/**
 * Filters that a narrow window keeps behind a button, since they would fill its first screen.
 * @param count How many of them are set; with any, they are open at first.
 * @param isOpen Whether they are open at first, where some of those were set by the link that led here.
 * @param always They are so many that they are kept there in every window.
 */
export function FoldedFilters({ count, isOpen: isOpenFirst = count > 0, always = false, children }: FoldedProps) {
  const { t } = useTranslation("ui");
  const isPhone = useIsPhone();
  const isFolded = isPhone || always;
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <>
      {isFolded && (
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          rightSection={count > 0 ? <Badge size="sm">{count}</Badge> : undefined}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t("list.filters")}
        </Button>
      )}
      {(!isFolded || isOpen) && children}
    </>
  );
}
