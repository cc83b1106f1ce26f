import { Button, type ComboboxLikeRenderOptionInput, TagsInput } from "@mantine/core";
import { eventCodes } from "@offgrid/contract/events/event-codes";
import { codeName } from "@offgrid/contract/events/event-text";
import { canBeCounted, codeDays } from "@offgrid/contract/notifications/notification-types";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { ConditionProps } from "./editing.ts";

type Came = Answer<"getEventCodes">;

/** Codes of events: those that came here, by how often, those that exist besides, or any other that is typed. */
export function EventCodesField({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("event-codes");
  const { attributes } = condition;
  const [isOpen, setOpen] = useState(false);
  const came = useCall("getEventCodes", {}, { staleTime: 600_000 });
  const { nameOf, offered, codesIn, renderOption } = useOffered(came.data, attributes);
  return (
    <div className="og-close-stack">
      <TagsInput
        label={t("label")}
        description={t("help")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        // Where the form shows what is wrong by the focus, a list would cover it.
        openOnFocus={false}
        dropdownOpened={isOpen}
        onClick={() => setOpen(true)}
        onSearchChange={(text) => text !== "" && setOpen(true)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        data={offered}
        value={[...attributes]}
        maxTags={warningTypes.event.most}
        splitChars={[",", ";"]}
        isDuplicate={(code, codes) => codes.includes(code)}
        limit={200}
        renderOption={renderOption}
        error={edit.faultAt(`${path}.attributes`)}
        onChange={(next) => onChange({ ...condition, attributes: [...new Set(next.flatMap(codesIn))] })}
      />
      <ChosenCodes codes={attributes} came={came.data} nameOf={nameOf} />
      {came.data === undefined && <Unknown isAsking={came.isFetching} onAgain={() => void came.refetch()} />}
    </div>
  );
}

/** What is offered beside what is chosen, and how that is written. @param came Undefined: it is not known. */
function useOffered(came: Came | undefined, chosen: readonly string[]) {
  const { t } = useTranslation("event-codes");
  const { t: say } = useTranslation("command-words");
  const nameOf = (code: string) => codeName(say, code);
  const counts = new Map(came?.data.map(({ code, count }) => [code, count]));
  const others = eventCodes
    .filter((code) => canBeCounted(code) && !counts.has(code))
    .toSorted((one, other) => (nameOf(one) ?? one).localeCompare(nameOf(other) ?? other));
  const optionOf = (code: string) => {
    const name = nameOf(code);
    return { value: code, label: name === undefined ? code : t("named", { name, code }) };
  };
  const left = (codes: readonly string[]) => codes.filter((code) => !chosen.includes(code)).map(optionOf);
  const groups = [
    { group: t("came", { days: codeDays }), items: left([...counts.keys()]) },
    { group: t("others"), items: left(others) },
  ];
  // Codes have no spaces: words are a name that was typed out, or several codes.
  const codesIn = (text: string) => {
    const written = text.trim().toLowerCase();
    const named = [...counts.keys(), ...others].find((code) => nameOf(code)?.toLowerCase() === written);
    return named === undefined ? text.split(/\s+/).filter((word) => word !== "") : [named];
  };
  const renderOption = ({ option: { value } }: ComboboxLikeRenderOptionInput<{ value: string }>) => (
    <div className="og-ends og-wide" style={{ gap: 8 }}>
      <span className="og-words">
        {nameOf(value) ?? value}
        {nameOf(value) !== undefined && <span className="og-note"> {value}</span>}
      </span>
      {counts.has(value) && (
        <span className="og-note og-number og-nowrap">{t("times", { count: counts.get(value) })}</span>
      )}
    </div>
  );
  return { nameOf, codesIn, renderOption, offered: groups.filter(({ items }) => items.length > 0) };
}

interface ChosenProps {
  codes: readonly string[];
  /** Undefined: it is not known. */
  came: Came | undefined;
  nameOf: (code: string) => string | undefined;
}

/** What is chosen in words, and how often each came; one that never did may be a slip, or is only rare. */
function ChosenCodes({ codes, came, nameOf }: ChosenProps) {
  const { t } = useTranslation("event-codes");
  const lineOf = (code: string) => {
    const name = nameOf(code);
    const what = name === undefined ? code : t("named", { name, code });
    const count = came?.data.find((one) => one.code === code)?.count;
    if (count !== undefined) return t("chosen", { what, count, days: codeDays });
    // Of what was not counted, or not answered, nothing is known.
    const isKnown = came !== undefined && !came.isMore && canBeCounted(code);
    return isKnown ? t("never", { what, days: codeDays }) : name === undefined ? undefined : what;
  };
  const lines = codes.flatMap((code) => lineOf(code) ?? []);
  return (
    <div className="og-note og-anywhere" role="status">
      {came?.data.length === 0 && codes.length === 0 && <p>{t("none", { days: codeDays })}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** Codes are typed all the same. */
function Unknown({ isAsking, onAgain }: { isAsking: boolean; onAgain: () => void }) {
  const { t } = useTranslation("event-codes");
  if (isAsking) return <p className="og-note">{t("asking")}</p>;
  return (
    <div className="og-wrap og-note" role="status">
      {t("away")}
      <Button variant="subtle" size="compact-sm" onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
}
