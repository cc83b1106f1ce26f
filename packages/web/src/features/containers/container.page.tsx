import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { Skeleton } from "@mantine/core";
import { notFound, rootRouteId, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { config } from "../../core/config.ts";
import { useTick } from "../../core/live/tick.ts";
import { Async } from "../../ui/async.tsx";
import { ContainerHeader } from "./container-header.tsx";
import { OfflineNote, Overview } from "./container-overview.tsx";
import { ContainerTabBar } from "./container-tab-bar.tsx";
import type { ContainerTab } from "./container-tabs.ts";
import styles from "./container.module.css";
import { useContainer, useDayCourse, useDayDownload, useKnownName } from "./containers.data.ts";
import { dayOf, neighbourDay } from "./day-course.ts";
import { LostContainerNote } from "./lost-container-note.tsx";
import { LaterTabNote } from "./later-tab-note.tsx";
import { QualityNotes } from "./quality-notes.tsx";

/** One container: header, tabs, and the tab that the address names. An unknown id is the not-found screen. */
export function ContainerPage() {
  const { slug } = useParams({ from: "/main/containers/$slug" });
  const { tab = "overview" } = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const now = useTick();
  const container = useContainer(slug);
  const knownName = useKnownName(slug);
  const info = container.data;
  useOwnTitle(info?.name);
  const isGone = container.error?.code === "not_found" || container.error?.code === "bad_input";
  if (isGone && info) return <LostContainerNote name={info.name} />;
  if (isGone) notFound({ throw: true, routeId: rootRouteId });

  const open = (next: ContainerTab) =>
    void navigate({ search: next === "overview" ? {} : { tab: next }, resetScroll: false });
  return (
    <>
      <ContainerHeader title={knownName ?? slug} info={info} now={now} />
      <Async of={{ ...container, isFetching: container.isPending }} height={640} skeleton={<OverviewSkeleton />}>
        {(data) => (
          <ContainerTabBar open={tab} onOpen={open}>
            {data.status !== "online" && <OfflineNote info={data} now={now} />}
            {tab === "overview" && <QualityNotes quality={data.quality} now={now} />}
            {tab === "overview" ? <OverviewTab info={data} now={now} /> : <LaterTabNote tab={tab} />}
          </ContainerTabBar>
        )}
      </Async>
    </>
  );
}

function OverviewTab({ info, now }: { info: ContainerInfoV4; now: number }) {
  const search = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const day = dayOf(search.day, now, info.zoneName);
  const course = useDayCourse(info.containerId, info.zoneName, day);
  const download = useDayDownload(info.containerId, info.zoneName, day, course.data?.groupBy ?? "15m");
  const goTo = (iso: string | undefined) =>
    void navigate({ search: iso === undefined ? {} : { day: iso }, replace: true, resetScroll: false });
  return (
    <Overview
      info={info}
      now={now}
      day={day}
      course={course}
      download={download}
      onStep={(step) => goTo(neighbourDay(day, step, now, info.zoneName))}
      onToday={() => goTo(undefined)}
    />
  );
}

/** The page title with the container's name, over the one that the route gave. */
function useOwnTitle(name: string | undefined): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${t("screen.container")} · ${config.portalName}`;
  }, [name, t]);
}

function OverviewSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={44} radius={8} />
      <div className={styles.figures}>
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} height={110} radius={10} />
        ))}
      </div>
      <Skeleton height={480} radius={10} />
    </div>
  );
}
