import { levelWords, measuredWords } from "@offgrid/contract/warnings/measured-words";
import type { RaisedBy } from "@offgrid/contract/warnings/warnings.schema";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import { orderText, resultText } from "../commands/command-words.ts";
import { useWarningNames } from "./use-warning-names.ts";

interface Raised {
  content: string;
  attribute: string | null;
  value: number | null;
  /** Absent: it was kept by a program that did not know of it. */
  raisedBy?: RaisedBy | null;
}

/**
 * What a warning was raised by: "State of charge: 18 %, below 20 %", "Pump (Relay 2): Switch on · Not known". Undefined:
 * there is nothing to name, as of silence.
 */
export function useRaisedWords(): (raised: Raised) => string | undefined {
  const { t } = useTranslation(["incidents", "command-words"]);
  const { t: sayCommand } = useTranslation("command-words");
  const locale = useLocale();
  const names = useWarningNames();
  return ({ raisedBy, value, ...raised }) => {
    const command = raisedBy?.command;
    if (command) return `${orderText(sayCommand, command)} · ${resultText(sayCommand, command)}`;
    const rounded = value === null ? null : Number(value.toPrecision(4));
    // What its rule says by now may not be what it said then: what was measured or foreseen has a name of its own.
    const rule = raisedBy ? { conditions: [{ ...raisedBy, name: raised.content }] } : undefined;
    const measured = measuredWords(rule, { ...raised, value: rounded }, locale, names);
    if (!measured) return undefined;
    // Of a rule that is gone, or was changed, nobody knows the level.
    const level = raisedBy ? levelWords(raisedBy, locale, names) : undefined;
    const figure = { metric: measured.name, value: measured.value };
    return level === undefined ? t("measured", figure) : t("measuredBeyond", { ...figure, level });
  };
}
