import { Drawer } from "@mantine/core";
import { lazy, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { measuredDefinition } from "../../domain/charts/measured-definition.ts";
import { MarkedLine } from "../../domain/containers/marked-line.tsx";
import type { FoldedEvent } from "../../domain/notifications/fold-repeats.ts";
import { EventPlace } from "../../domain/notifications/event-place.tsx";
import { outputName } from "../../domain/output-names/output-words.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { EventLinks, type EventRights } from "./event-links.tsx";
import { eventMetrics, eventParameters } from "./event-leads.ts";
import { useParameterWords } from "./parameter-words.ts";

/** Fetched when an event is opened. */
const EventChart = lazy(async () => ({
  default: await loadWithTexts(["chart", "drawing"], async () => (await import("./event-chart.tsx")).EventChart),
}));

const minuteMs = 60_000;
const aroundMs = 60 * minuteMs;

export interface EventDrawerProps {
  /** With its repeats, as far as they are listed; undefined: there is none of this id that the person sees. */
  event: FoldedEvent | undefined;
  now: number;
  may: EventRights;
  onClose: () => void;
}

/** All that is known of an event, what was measured around it, and the ways to what it belongs to. */
export function EventDrawer({ event, now, may, onClose }: EventDrawerProps) {
  const { t } = useTranslation("events");
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={<span className="og-title og-anywhere">{event?.text ?? t("drawer.gone")}</span>}
      closeButtonProps={{ "aria-label": t("drawer.close") }}
    >
      {event ? <Whole event={event} now={now} may={may} /> : <p className="og-note og-flush">{t("drawer.goneWhy")}</p>}
    </Drawer>
  );
}

function Whole({ event, now, may }: Omit<EventDrawerProps, "event" | "onClose"> & { event: FoldedEvent }) {
  const { t } = useTranslation(["events", "container-facts"]);
  const { newest, text } = event;
  const { at, containerId, containerName, level } = newest;
  const atMs = Math.floor(Date.parse(at) / minuteMs) * minuteMs;
  const metrics = eventMetrics(newest);
  const definition =
    containerId !== null && may.chart && metrics.length > 0
      ? measuredDefinition({
          name: `${text}, ${containerName}`,
          containerId,
          metrics,
          fromMs: atMs - aroundMs,
          toMs: atMs + aroundMs,
        })
      : undefined;
  return (
    <div className="og-stack">
      <MarkedLine state={level}>
        <span className="og-medium">{t(`container-facts:status.${level}`)}</span>
      </MarkedLine>
      <Facts event={event} now={now} />
      <Parameters event={newest} />
      <EventLinks event={newest} text={text} definition={definition} may={may} />
      {definition && (
        <div className="og-close-stack">
          <h3 className="og-title">{t("drawer.measured")}</h3>
          <LaterPart height={240}>
            <EventChart definition={definition} mark={{ atMs: Date.parse(at), level, text }} />
          </LaterPart>
        </div>
      )}
    </div>
  );
}

/** When, how often, where, about what, by whom, and under which code. */
function Facts({ event: { newest, count, firstAt }, now }: { event: FoldedEvent; now: number }) {
  const { t } = useTranslation("events");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  const { at, device, outputName: name, by, code } = newest;
  const time = (instant: string) => formatTime(Date.parse(instant), "dateTimeWithSeconds", browserZone, locale);
  const facts: (readonly [label: string, value: ReactNode] | undefined)[] = [
    [t("drawer.at"), t("drawer.atAge", { at: time(at), age: formatAge(Math.max(0, now - Date.parse(at)), locale) })],
    count > 1 ? [t("drawer.repeats"), t("drawer.repeated", { count, from: time(firstAt), to: time(at) })] : undefined,
    [t("container"), <EventPlace key="place" {...newest} />],
    device === null ? undefined : [t("drawer.device"), outputName(say, device, name)],
    // A controller may name anybody: only who is known to have done it has a name.
    by?.name === null || by === null ? undefined : [t("drawer.by"), by.name],
    [t("drawer.code"), <code key="code">{code}</code>],
  ];
  return <Listed title={t("drawer.facts")} facts={facts.filter((one) => one !== undefined)} />;
}

/** What else it says, in words as far as there are some. */
function Parameters({ event }: { event: FoldedEvent["newest"] }) {
  const { t } = useTranslation("events");
  const words = useParameterWords(event.data);
  const said = eventParameters(event);
  if (said.length === 0) return null;
  return (
    <section className="og-close-stack" aria-label={t("drawer.says")}>
      <h3 className="og-title">{t("drawer.says")}</h3>
      <Listed title={t("drawer.says")} facts={said.map(([key, value]) => [words.name(key), words.value(key, value)])} />
    </section>
  );
}

function Listed({ title, facts }: { title: string; facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl
      className="og-flush"
      aria-label={title}
      style={{ display: "grid", gridTemplateColumns: "minmax(6rem, auto) 1fr", gap: "6px 16px" }}
    >
      {facts.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt className="og-muted">{label}</dt>
      <dd className="og-flush og-anywhere">{value}</dd>
    </>
  );
}
