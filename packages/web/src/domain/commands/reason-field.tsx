import { TextInput } from "@mantine/core";
import { longestLockReason } from "@offgrid/contract/core/constants";
import { useState } from "react";

export interface Reason {
  text: string;
  isMissing: boolean;
  onChange: (text: string) => void;
  /** @returns the reason; undefined where there is none, which the field then says. */
  take: () => string | undefined;
}

/** Keeps the reason that a person gives for an act. */
export function useReason(): Reason {
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const take = () => {
    const given = text.trim();
    setMissing(given === "");
    return given === "" ? undefined : given;
  };
  return { text, isMissing, onChange: setText, take };
}

interface ReasonFieldProps {
  reason: Reason;
  label: string;
  description?: string;
  /** What is said where there is none. */
  missing: string;
}

/** Why a person does something, for those who find it done. */
export function ReasonField({ reason, missing, ...words }: ReasonFieldProps) {
  return (
    <TextInput
      {...words}
      data-autofocus
      maxLength={longestLockReason}
      value={reason.text}
      error={reason.isMissing && missing}
      onChange={(event) => reason.onChange(event.currentTarget.value)}
    />
  );
}
