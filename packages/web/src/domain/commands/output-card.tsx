import { Button } from "@mantine/core";
import type { Command, ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useAgeWords, useFreshness } from "../../ui/use-freshness.ts";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { isOpen, isReadingAwaited, type Reading, restsUntilMs, shownCommand, undoOf } from "./command-facts.ts";
import { OutputTitle } from "../output-names/output-title.tsx";
import { useOutputWords } from "../output-names/use-output-words.ts";
import { useMoments, useNoSupply } from "./command-words.ts";
import styles from "./output-card.module.css";
import { OutputEmergency } from "./output-emergency.tsx";
import { OutputFailure } from "./output-failure.tsx";
import { OutputLockPart, type OutputLockProps } from "./output-lock.tsx";
import { OutputStatus } from "./output-status.tsx";
import { OutputSwitch } from "./output-switch.tsx";
import { OutputWhyNote } from "./output-why.tsx";
import { touchable } from "../../ui/touchable.ts";

export interface OutputCardProps extends Pick<
  OutputLockProps,
  "container" | "now" | "zone" | "userId" | "isAway" | "onLock"
> {
  output: ContainerOutput;
  reading: Reading;
  /** Expected seconds between two readings. */
  everyS: number;
  /** Why nothing can be switched in this container now; undefined: it can. */
  blocked: string | undefined;
  /** All loads of the container are cut by the battery's protection, which no relay changes. */
  isCut?: boolean;
  /** May the person switch and lock? Others see how it stands. */
  mayControl: boolean;
  /** The way to change its name, for those who may. */
  naming?: ReactNode;
  /** Asks the portal; done when it has taken the command or refused it. */
  onSet: (isOn: boolean) => Promise<unknown>;
  /** What is measured behind it. */
  children?: ReactNode;
  /** Asks for an emergency run of an output that load protection keeps off, for so many minutes. */
  onEmergency: (minutes: number, reason: string) => Promise<unknown>;
}

const small = { variant: "default", size: "compact-md", className: "og-at-top", style: touchable } as const;

/** An output: where it was read to be, what is under way or came of it, its switch and its lock. */
export function OutputCard(props: OutputCardProps) {
  const { output, reading, now, zone, userId, mayControl, naming, isCut = false } = props;
  const { t } = useTranslation("command-words");
  const id = useId();
  const { nameOf, fullNameOf } = useOutputWords();
  const [name, fullName] = [nameOf(output.target), fullNameOf(output.target)];
  const command = shownCommand(output, now);
  const isOld = useIsOld(props);
  const blocked = useBlocked(props);
  const order = useOrder(props, command, blocked);
  const isOwn = command !== undefined && command.by.userId === userId;
  const undo = isOwn && !order.isBlocked ? undoOf(command, reading) : undefined;
  const describing = ["read", "status", "why", "lock", ...(blocked === undefined ? [] : ["blocked"])];
  return (
    <div role="group" className={`og-box ${styles.card}`} aria-labelledby={`${id}-name`}>
      <div className="og-ends">
        <div className="og-words">
          <OutputTitle id={`${id}-name`} target={output.target} action={naming} />
          <Position {...props} id={`${id}-read`} command={command} />
        </div>
        {mayControl && reading && (
          <OutputSwitch
            name={name}
            reading={reading}
            isOld={isOld || isReadingAwaited(command, reading)}
            wanted={order.wanted}
            isBlocked={order.isBlocked}
            describedBy={describing.map((part) => `${id}-${part}`).join(" ")}
            onPress={() => order.choose(!reading.isOn)}
          />
        )}
      </div>
      {props.children}
      <OutputStatus {...{ id: `${id}-status`, sending: order.sending, command, isOwn, now, zone }} />
      <OutputWhyNote {...{ id: `${id}-why`, output, isOn: reading?.isOn, command, isCut, now, zone }} />
      {mayControl && undo && (
        <Button {...small} onClick={() => order.choose(undo === "on")}>
          {t(`undo.${undo}`)}
        </Button>
      )}
      <OutputFailure error={order.error} zone={zone} now={now} />
      {mayControl && <Obstacle {...props} id={`${id}-blocked`} name={name} blocked={blocked} />}
      <OutputLockPart {...props} id={`${id}-lock`} name={fullName} lock={output.lock} isOn={reading?.isOn === true} />
      {order.isAsking && (
        <ConfirmDialog
          title={t("question.title", { output: fullName, container: props.container })}
          confirm={t("act.off")}
          onConfirm={() => order.set(false)}
          onClose={order.cancel}
        >
          {t("question.why", { output: name })}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ObstacleProps extends OutputCardProps {
  id: string;
  name: string;
}

/** Why an output cannot be switched now; or what may be done beside the switch, and what is to be known before. */
function Obstacle({ id, name, blocked, output, reading, now, zone, container, onEmergency }: ObstacleProps) {
  const { t } = useTranslation("command-words");
  const { failSafe } = output;
  if (blocked !== undefined) {
    return (
      <p className="og-note" id={id}>
        {blocked}
      </p>
    );
  }
  return (
    <>
      <OutputEmergency {...{ output, name, now, zone, container, isOn: reading?.isOn, onRun: onEmergency }} />
      {failSafe && <p className="og-note">{t(`critical.${failSafe}`)}</p>}
    </>
  );
}

/** The order that is about to be given: asked about, on its way to the portal, or refused by it. */
function useOrder(
  { output, reading, onSet }: OutputCardProps,
  command: Command | undefined,
  blocked: string | undefined,
) {
  const [asked, setAsked] = useState<boolean>();
  const [isAsking, setAsking] = useState(false);
  const act = useAct(onSet);
  const open = command && isOpen(command) ? command : undefined;
  const sending = act.isRunning ? asked : undefined;
  const confirming = open ?? (isReadingAwaited(command, reading) ? command : undefined);
  const set = (isOn: boolean) => {
    setAsking(false);
    setAsked(isOn);
    void act.run(isOn);
  };
  return {
    set,
    // What loses its power is asked about first; that something is to have power again is not.
    choose: (isOn: boolean) => (isOn ? set(true) : setAsking(true)),
    isAsking,
    cancel: () => setAsking(false),
    sending,
    wanted: sending ?? (typeof confirming?.wanted === "boolean" ? confirming.wanted : undefined),
    isBlocked:
      sending !== undefined || confirming !== undefined || blocked !== undefined || output.lock.state !== "free",
    error: open ? undefined : act.error,
  };
}

function useIsOld({ reading, everyS, now }: Pick<OutputCardProps, "reading" | "everyS" | "now">): boolean {
  return useFreshness()(reading?.atMs, everyS, now) === "stale";
}

interface PositionProps extends Pick<OutputCardProps, "reading" | "everyS" | "now" | "zone"> {
  id: string;
  command: Command | undefined;
}

/** Where it was read to be, and when; that this was before a command ended, where the two differ. */
function Position({ id, reading, everyS, now, zone, command }: PositionProps) {
  const { t } = useTranslation("command-words");
  const locale = useLocale();
  const { ageOf } = useAgeWords();
  const { at } = useMoments(zone, now);
  const isOld = useIsOld({ reading, everyS, now });
  if (!reading) {
    return (
      <p className="og-note" id={id}>
        {t("is.never")}
      </p>
    );
  }
  const isAwaited = isReadingAwaited(command, reading);
  const isKnown = !isAwaited && !isOld;
  const read = isAwaited
    ? t("readBefore", { at: at(new Date(reading.atMs).toISOString()) })
    : t("read", { age: ageOf(reading.atMs, now) });
  return (
    <p className={isKnown ? styles.position : `${styles.position} og-muted`} id={id}>
      <span className="og-strong">{t(reading.isOn ? "is.on" : "is.off")}</span>{" "}
      <span className="og-note" title={formatTime(reading.atMs, "dateTime", zone, locale)}>
        {read}
      </span>
    </p>
  );
}

/** Why this output cannot be switched now, beside what its lock and its open command say themselves. */
function useBlocked({ output, blocked, reading, everyS, now, zone }: OutputCardProps): string | undefined {
  const { t } = useTranslation("command-words");
  const { ageOf } = useAgeWords();
  const { time } = useMoments(zone, now);
  const noSupply = useNoSupply();
  const isOld = useIsOld({ reading, everyS, now });
  if (blocked !== undefined) return blocked;
  if (!reading) return t("blocked.unread");
  if (!isOld) {
    if (output.failSafe === "unproved" && !reading.isOn) return t("blocked.unproved");
    const unfed = noSupply(output.why, reading.isOn);
    if (unfed !== undefined) return unfed;
    const { restsUntil } = output;
    if (restsUntil !== null && Date.parse(restsUntil) > now && !reading.isOn)
      return t("blocked.worn", { time: time(restsUntil) });
    return now < restsUntilMs(output.last) ? t("blocked.resting") : undefined;
  }
  return t("blocked.stale", { age: ageOf(reading.atMs, now) });
}
