import { ActionIcon, Checkbox, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { moved, type ProtectionDraft } from "./protection-input.ts";

type Loads = ProtectionDraft["loads"];

export interface LoadOrderProps {
  loads: Loads;
  /** Whether loads have power now; undefined: not known. */
  isOn: (target: string) => boolean | undefined;
  onChange: (loads: Loads) => void;
  error: string | undefined;
}

const keys: Record<string, -1 | 1 | undefined> = { ArrowUp: -1, ArrowDown: 1 };
const arrows = { up: IconArrowUp, down: IconArrowDown } as const;

type Button = "up" | "down";
const steps = { up: -1, down: 1 } as const;

/** The loads in the order in which they are cut, moved by buttons or by the arrow keys on them. */
export function LoadOrder({ loads, isOn, onChange, error }: LoadOrderProps) {
  const { t } = useTranslation("load-protection");
  const { nameOf } = useOutputWords();
  const list = useRef<HTMLOListElement>(null);
  const [last, setLast] = useState<{ target: string; button: Button }>();
  // What moves in the page loses the focus.
  useEffect(() => {
    if (last) list.current?.querySelector<HTMLElement>(`[data-move="${last.target} ${last.button}"]`)?.focus();
  }, [last, loads]);
  const place = loads.findIndex(({ target }) => target === last?.target) + 1;
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-strong">{t("order.title")}</legend>
      <p className="og-note og-flush">{t("order.help")}</p>
      <ol className="og-plain-list og-lined" ref={list}>
        {loads.map((load, index) => (
          <Row
            key={load.target}
            load={load}
            place={index + 1}
            count={loads.length}
            isOn={isOn(load.target)}
            onNever={(neverCut) => onChange(loads.with(index, { ...load, neverCut }))}
            onMove={(by, button) => {
              setLast({ target: load.target, button });
              onChange(moved(loads, load.target, by));
            }}
          />
        ))}
      </ol>
      {error !== undefined && (
        <p className="og-danger og-flush" role="alert">
          {error}
        </p>
      )}
      <VisuallyHidden role="status">
        {last && t("order.moved", { load: nameOf(last.target), place, of: loads.length })}
      </VisuallyHidden>
    </fieldset>
  );
}

interface RowProps {
  load: Loads[number];
  /** From 1. */
  place: number;
  count: number;
  isOn: boolean | undefined;
  onNever: (neverCut: boolean) => void;
  /** @param button The one that keeps the focus. */
  onMove: (by: -1 | 1, button: Button) => void;
}

function Row({ load: { target, neverCut }, place, count, isOn, onNever, onMove }: RowProps) {
  const { t } = useTranslation("load-protection");
  const { nameOf, idOf } = useOutputWords();
  const load = nameOf(target);
  const press = (event: KeyboardEvent, button: Button) => {
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by, button);
  };
  return (
    <li className="og-line og-ends" style={{ paddingBlock: 6 }}>
      <span className="og-row">
        <span className="og-number">{place}.</span>
        <span className="og-strong og-anywhere">
          {load} <span className="og-beside og-nowrap">{idOf(target)}</span>
        </span>
        <span className="og-note">{t(`power.${powerOf(isOn)}`)}</span>
      </span>
      <span className="og-row">
        <Checkbox
          label={t("order.never")}
          aria-label={t("order.neverOf", { load })}
          checked={neverCut}
          onChange={(event) => onNever(event.currentTarget.checked)}
        />
        {(["up", "down"] as const).map((button) => {
          const Arrow = arrows[button];
          return (
            <ActionIcon
              key={button}
              variant="default"
              size="lg"
              data-move={`${target} ${button}`}
              aria-label={t(`order.${button}`, { load })}
              aria-disabled={place === (button === "up" ? 1 : count)}
              onClick={() => onMove(steps[button], button)}
              onKeyDown={(event) => press(event, button)}
            >
              <Arrow size={18} aria-hidden />
            </ActionIcon>
          );
        })}
      </span>
    </li>
  );
}

function powerOf(isOn: boolean | undefined): "on" | "off" | "unknown" {
  return isOn === undefined ? "unknown" : isOn ? "on" : "off";
}
