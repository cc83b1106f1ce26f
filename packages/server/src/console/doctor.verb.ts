import { examine } from "../doctor/doctor.ts";
import { asJson, verb } from "./verb.ts";

const mark = { ok: "ok   ", note: "note ", fault: "FAULT" } as const;

export const doctorVerb = verb({
  words: "doctor",
  parameters: {},
  options: { json: asJson },
  summary: "Looks at all that the portal needs, and says what is wrong and what to do about it",
  more: "Changes nothing. With faults the exit code is 1; notes are what works but may not be what is meant.",
  run: async ({ json }, { say, env }) => {
    const findings = await examine({ env });
    const faults = findings.filter(({ level }) => level === "fault").length;
    if (json) say(JSON.stringify(findings, undefined, 2));
    else {
      for (const { about, level, found, remedy } of findings)
        say(`${mark[level]}  ${about}: ${found}${remedy === undefined ? "" : `\n       ${remedy}`}`);
      say(faults === 0 ? "No faults." : `${faults} ${faults === 1 ? "fault" : "faults"}.`);
    }
    return faults === 0 ? 0 : 1;
  },
});
