import { outputKindNames, type OutputTarget, outputTargets } from "@offgrid/contract/devices/output-kinds";
import {
  hasMixedScripts,
  type NamedOutput,
  type OutputNames,
  type OutputNaming,
  type NameFault,
  nameFaults,
  withOutputNames,
} from "@offgrid/contract/output-names/output-names";
import { useState } from "react";

import { ApiError } from "../../../core/api/api-error.ts";
import { useAct } from "../../../ui/use-act.ts";

/** `taken`: the portal refused it, be it for that or for what it holds. `bad`: no text. */
export type NamingFault = NameFault | "mixed" | "taken" | "bad";
export type NamingFaults = Readonly<Record<string, Partial<Record<keyof OutputNaming, NamingFault>>>>;

/** Sends what was changed. @throws ApiError */
export type SaveNames = (outputs: NamedOutput[]) => Promise<unknown>;

const allTargets = outputKindNames.flatMap((kind) => outputTargets(kind));
const none: OutputNaming = { name: "", feeds: "" };

/** Names as they are typed, until they are saved; what another person has saved meanwhile shows in all other fields. */
export function useNaming(names: OutputNames, onSave: SaveNames) {
  const [typed, setTyped] = useState<Readonly<Record<string, Partial<OutputNaming>>>>({});
  const [faults, setFaults] = useState<NamingFaults>({});
  const save = useAct(onSave);
  const namingOf = (target: string): OutputNaming => ({ ...none, ...names[target], ...typed[target] });
  const changed = (Object.keys(typed) as OutputTarget[])
    .map((target): NamedOutput => ({ target, ...trimmed(namingOf(target)) }))
    .filter(({ target, name, feeds }) => {
      const before = names[target] ?? none;
      return name !== before.name || feeds !== before.feeds;
    });
  const type = (target: OutputTarget, next: Partial<OutputNaming>) => {
    setTyped({ ...typed, [target]: { ...typed[target], ...next } });
    setFaults({ ...faults, [target]: {} });
    save.forget();
  };
  /** @returns Whether it was saved. */
  const send = async (): Promise<boolean> => {
    const alike = nameFaults(withOutputNames(names, changed), allTargets);
    const wrong = changed.flatMap(({ target, name }) => {
      const fault = hasMixedScripts(name) ? "mixed" : alike.get(target);
      return fault ? [[target, { name: fault }] as const] : [];
    });
    setFaults(Object.fromEntries(wrong));
    if (wrong.length > 0) return false;
    // Nothing to do is done.
    if (changed.length > 0 && !(await save.run(changed))) return false;
    setTyped({});
    return true;
  };
  const refused = refusedFields(save.error, changed);
  return {
    namingOf,
    type,
    send,
    faultsOf: (target: string) => ({ ...refused[target], ...faults[target] }),
    form: {
      isDirty: changed.length > 0,
      isSending: save.isRunning,
      isDone: save.isDone && changed.length === 0,
      error: Object.keys(refused).length > 0 ? undefined : save.error,
    },
  };
}

function trimmed({ name, feeds }: OutputNaming): OutputNaming {
  return { name: name.trim(), feeds: feeds.trim() };
}

/** What the portal refused, such as a name that somebody else gave to another output meanwhile. */
function refusedFields(error: Error | undefined, sent: readonly NamedOutput[]): NamingFaults {
  if (!(error instanceof ApiError) || !error.fields) return {};
  const { fields } = error;
  const faultOf = (index: number, field: keyof OutputNaming, fault: NamingFault) =>
    fields[`outputs.${index}.${field}`] === undefined ? {} : { [field]: fault };
  return Object.fromEntries(
    sent.flatMap(({ target }, index) => {
      const own = { ...faultOf(index, "name", "taken"), ...faultOf(index, "feeds", "bad") };
      return Object.keys(own).length > 0 ? [[target, own]] : [];
    }),
  );
}
