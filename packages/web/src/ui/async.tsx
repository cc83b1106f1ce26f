import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { isUnreachable } from "../core/api/api-error.ts";
import { useAwaySaid } from "../core/away-said.ts";
import styles from "./async.module.css";
import { ErrorNote } from "./error-note.tsx";
import { ProgressLine } from "./progress-line.tsx";

/** What a query of React Query offers and Async needs of it. */
export interface Pending<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A query whose first answer alone is worth a sign of waiting: it is fetched again and again by itself. */
export function quiet<Query extends { isPending: boolean }>(query: Query) {
  return { ...query, isFetching: query.isPending };
}

export interface AsyncProps<Data> {
  of: Pending<Data>;
  /** By which it says what could not be loaded; absent: by the title of the section around it. */
  title?: string | undefined;
  /** Shown in place of the content where `isEmpty` says so; an EmptyState as a rule. */
  empty?: ReactNode;
  /** Absent: an empty list is empty, anything else is not. */
  isEmpty?: (data: Data) => boolean;
  /** Height in pixels of what will come, so that nothing jumps. */
  height?: number;
  /** A skeleton in the final geometry; absent: one block of `height`. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * The four states of a card: loading (skeleton after 150 ms), empty, error with Retry, ready. Data that is there stays
 * while newer is fetched, under a progress line, and also when that fails.
 */
export function Async<Data>(props: AsyncProps<Data>) {
  const { of, title, empty, isEmpty = isEmptyList, height = 120, skeleton, children } = props;
  const { t } = useTranslation("ui");
  if (of.data !== undefined) {
    return (
      <div className="og-least og-relative" aria-busy={of.isFetching}>
        {of.isFetching && <ProgressLine />}
        {!of.isFetching && <LostLine of={of} words={t("async.outdated")} />}
        {empty !== undefined && isEmpty(of.data) ? empty : children(of.data)}
      </div>
    );
  }
  if (of.error && !of.isFetching) return <ErrorNote error={of.error} title={title} onRetry={() => void of.refetch()} />;
  return <Loading height={height}>{skeleton}</Loading>;
}

/** In one line that a part of what is shown could not be loaded, with Retry; nothing where it did not fail. */
export function LostLine({
  of: { error, refetch },
  words,
}: {
  of: Pick<Pending<unknown>, "error" | "refetch">;
  words: string;
}) {
  const { t } = useTranslation("ui");
  const isAwaySaid = useAwaySaid();
  // The cause is then said above, with the age of what is shown; to ask again is no use before it is gone.
  if (!error || (isAwaySaid && isUnreachable(error))) return null;
  return (
    <output className={styles.outdated}>
      <span>{words}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
        {t("async.retry")}
      </Button>
    </output>
  );
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

const skeletonAfterMs = 150;

function Loading({ height, children }: { height: number; children: ReactNode }) {
  const { t } = useTranslation("ui");
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div style={{ minHeight: height }} aria-busy="true">
      {late && (children ?? <Skeleton height={height} radius={8} />)}
      {late && <VisuallyHidden component="output">{t("async.loading")}</VisuallyHidden>}
    </div>
  );
}
