import { Button } from "@mantine/core";
import type { AcControl, AcStatus } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import { type AcRun, type AcSetting, hasCompressor, readAcWord } from "@offgrid/contract/devices/ac-setting";
import { outputKinds } from "@offgrid/contract/devices/output-kinds";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText, missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { isOpen, shownCommand } from "../../../domain/commands/command-facts.ts";
import { OutputTitle } from "../../../domain/output-names/output-title.tsx";
import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { useCause, useMoments, useNoSupply } from "../../../domain/commands/command-words.ts";
import cardStyles from "../../../domain/commands/output-card.module.css";
import { OutputFailure } from "../../../domain/commands/output-failure.tsx";
import { OutputLockPart, type OutputLockProps } from "../../../domain/commands/output-lock.tsx";
import { OutputStatus } from "../../../domain/commands/output-status.tsx";
import { columns } from "../../../ui/columns.ts";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type AcFaults, readRun, type RunTexts, textsOfRun } from "./ac-input.ts";
import { RunFields } from "./run-fields.tsx";

export interface AcCardProps extends Pick<OutputLockProps, "container" | "isAway" | "onLock"> {
  control: AcControl;
  /** As they were measured last. */
  values: Pick<AcStatus, "on" | "power" | "temperature" | "mode" | "setpoint" | "fan">;
  everyS: number;
  now: number;
  zone: string;
  userId: string | undefined;
  /** Why nothing can be set in this container now; undefined: it can. */
  blocked: string | undefined;
  maySet: boolean;
  /** The act that names it. */
  naming?: ReactNode;
  onSet: (setting: AcSetting) => Promise<unknown>;
}

/** An air conditioner: what it is set to and does, each value with its age, why, and the controls to set it. */
export function AcCard(props: AcCardProps) {
  const { control, now, zone, userId, blocked, naming, maySet, onSet } = props;
  const { t } = useTranslation("air-conditioning");
  const id = useId();
  const act = useAct(onSet);
  const { setting, lock } = control;
  const command = shownCommand(control, now);
  const isUnderWay = act.isRunning || (command !== undefined && isOpen(command));
  const unfed = useNoSupply()(control.why, setting) ?? (isKeptOff(control) ? t("noPower") : undefined);
  const reason = blocked ?? (lock.state === "free" ? unfed : t("locked"));
  const name = useOutputWords().fullNameOf("ac");
  return (
    <div role="group" className={`og-box ${cardStyles.card}`} aria-labelledby={`${id}-name`}>
      <OutputTitle id={`${id}-name`} target="ac" action={naming} />
      <Facts {...props} />
      <Idle {...props} />
      {maySet && (
        <Controls {...props} isBlocked={isUnderWay || reason !== undefined} onSet={(wanted) => void act.run(wanted)} />
      )}
      <OutputStatus
        {...{ id: `${id}-status`, sending: undefined, command, isOwn: command?.by.userId === userId, now, zone }}
      />
      <Why control={control} now={now} zone={zone} />
      <OutputFailure error={isUnderWay ? undefined : act.error} zone={zone} now={now} />
      {maySet && reason !== undefined && <p className="og-note">{reason}</p>}
      <OutputLockPart
        {...props}
        id={`${id}-lock`}
        name={name}
        lock={lock}
        isOn={setting !== null && setting !== "off"}
        mayControl={maySet}
      />
    </div>
  );
}

type Dated<Value> = { value: Value; at: string } | null | undefined;

/** How far a room moves away from the set point before the thermostat of a unit starts it again, K. */
const thermostatBandK = 1.5;

/** How far the room is on the side of its set point that calls for the unit, K; negative: beyond it. */
function lackK(mode: "cool" | "heat", roomDegC: number, setpointDegC: number): number {
  return mode === "cool" ? roomDegC - setpointDegC : setpointDegC - roomDegC;
}

/** A unit that is set to run and does not: why that may be, as far as it is known. */
function Idle({ control: { setting }, values, everyS, now }: AcCardProps) {
  const { t } = useTranslation("air-conditioning");
  const locale = useLocale();
  const freshnessOf = useFreshness();
  const { on, power } = values;
  const run = runOf(setting);
  const isNow = ({ at }: { at: string }) => freshnessOf(Date.parse(at), everyS, now) !== "stale";
  // What it was told last stands among its values; what holds it up now is not known.
  if (run === null || on?.value !== false || !isNow(on)) return null;
  const fresh = (one: Dated<number>) => (one && isNow(one) ? one.value : undefined);
  const [room, setpoint] = [fresh(values.temperature), fresh(values.setpoint)];
  const isDrawing = power === null || Math.abs(power.value) >= 1;
  const words = { mode: t(`modes.${run.mode}`) };
  // A unit that chooses by itself does not say what it waits for.
  if (room === undefined || setpoint === undefined || !(run.mode === "cool" || run.mode === "heat"))
    return <p className="og-note">{t(isDrawing ? "idle" : "drawsNothing", words)}</p>;
  const degrees = (value: number) => formatQuantityText(value, "degC", locale);
  const apart = isDrawing ? "idleApart" : "drawsNothingApart";
  const lack = lackK(run.mode, room, setpoint);
  const key = lack <= 0 ? "reached" : lack < thermostatBandK ? "near" : apart;
  return <p className="og-note">{t(key, { ...words, room: degrees(room), setpoint: degrees(setpoint) })}</p>;
}

/** What is measured, each value with its own age. */
function Facts({ control: { setting }, values, everyS, now, zone }: AcCardProps) {
  const { t } = useTranslation(["air-conditioning", "container"]);
  const locale = useLocale();
  const run = runOf(setting);
  const freshnessOf = useFreshness();
  const { ageOf } = useAgeWords();
  const facts: [name: string, text: ReactNode, at: string | undefined][] = [
    [t("fact.room"), formatQuantityText(values.temperature?.value, "degC", locale), values.temperature?.at],
    [t("fact.setTo"), setting === null ? t("never") : t(`modes.${run?.mode ?? "off"}`), values.mode?.at],
    [
      t("fact.setpoint"),
      run?.mode === "fan" ? missing : formatQuantityText(values.setpoint?.value, "degC", locale),
      run?.mode === "fan" ? undefined : values.setpoint?.at,
    ],
    [
      t("fan"),
      run ? formatQuantityText(values.fan?.value, "percent", locale) : missing,
      run ? values.fan?.at : undefined,
    ],
    [t("fact.power"), formatQuantityText(values.power?.value, "W", locale), values.power?.at],
    [t("fact.runs"), values.on ? t(`container:switched.ac.${values.on.value ? "on" : "off"}`) : missing, values.on?.at],
  ];
  return (
    <dl className="og-facts og-grid" style={columns(120, { gap: "12px 16px" })}>
      {facts.map(([name, text, at]) => {
        const atMs = at === undefined ? undefined : Date.parse(at);
        return (
          <div key={name} data-old={freshnessOf(atMs, everyS, now) === "stale" || undefined}>
            <dt>{name}</dt>
            <dd>
              {text}{" "}
              {atMs !== undefined && (
                <small title={formatTime(atMs, "dateTime", zone, locale)}>{ageOf(atMs, now)}</small>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function runOf(word: string | null): AcRun | null {
  const setting = word === null ? undefined : readAcWord(word);
  return setting && setting.mode !== "off" ? setting : null;
}

interface ControlsProps extends Pick<AcCardProps, "control" | "values" | "now" | "zone"> {
  isBlocked: boolean;
  onSet: (setting: AcSetting) => void;
}

function Controls({ control, values, now, zone, isBlocked, onSet }: ControlsProps) {
  const { t } = useTranslation("air-conditioning");
  const locale = useLocale();
  const { time } = useMoments(zone, now);
  const { modes, setting } = control;
  const [typed, setTyped] = useState<Partial<RunTexts>>({});
  const [wrong, setWrong] = useState<AcFaults>({});
  const texts = { ...textsOfRun(runOf(setting) ?? offRun(control, values), modes, locale), ...typed };
  const change = (changes: Partial<RunTexts>) => {
    setTyped({ ...typed, ...changes });
    setWrong({});
  };
  const set = () => {
    const read = readRun(texts);
    setWrong("wrong" in read ? read.wrong : {});
    if (!("run" in read)) return;
    onSet(read.run);
    setTyped({});
  };
  const restsUntilMs = restEnd(control);
  return (
    <form
      className="og-close-stack"
      aria-label={t("setNow")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) set();
      }}
    >
      <div className="og-grid og-top" style={columns(120)}>
        <RunFields texts={texts} wrong={wrong} modes={modes} isDisabled={isBlocked} onChange={change} />
      </div>
      {restsUntilMs > now && texts.mode !== "fan" && (
        <p className="og-note">{t("rests", { time: time(new Date(restsUntilMs).toISOString()) })}</p>
      )}
      <div className="og-line">
        <Button type="submit" disabled={isBlocked}>
          {t("setNow")}
        </Button>
        <Button
          variant="default"
          disabled={isBlocked || setting === "off"}
          onClick={() => {
            setTyped({});
            onSet({ mode: "off" });
          }}
        >
          {t("switchOff")}
        </Button>
      </div>
    </form>
  );
}

/** A unit that is off begins with what its plan says, or with its last set point. */
function offRun({ plan: { wanted, reported } }: AcControl, { setpoint }: AcCardProps["values"]): AcRun | null {
  const plan = wanted?.setting ?? reported?.setting;
  if (plan) return plan;
  return setpoint ? { mode: "cool", setpointDegC: Math.round(setpoint.value * 2) / 2, fan: 60 } : null;
}

/** Until when the controller refuses to start the compressor, epoch ms, as far as it is known here. */
function restEnd({ setting, why }: AcControl): number {
  const isResting = setting !== null && !hasCompressor(setting) && why?.value === setting;
  return isResting && why ? Date.parse(why.at) + outputKinds.ac.minOffMs : -Infinity;
}

/** The unit reports that it cannot be switched on; the controller takes that back as soon as it can. */
function isKeptOff({ why, setting }: AcControl): boolean {
  return why !== null && why.reason === "equipment" && why.value === setting;
}

/** What is said of another setting is out of date. */
function Why({ control, now, zone }: Pick<AcCardProps, "control" | "now" | "zone">) {
  const { why, setting } = control;
  const { t } = useTranslation("command-words");
  const { t: ofUnit } = useTranslation("air-conditioning");
  const { since, time } = useMoments(zone, now);
  const causeOf = useCause();
  if (!why || why.value !== setting) return null;
  const isHeld = why.until !== null && Date.parse(why.until) > now;
  return (
    <p className="og-note">
      {isKeptOff(control) ? ofUnit("held") : causeOf(why)} {t("why.so", { since: since(why.at) })}
      {isHeld && why.until !== null && ` ${t("why.held", { time: time(why.until) })}`}
    </p>
  );
}
