import { examine } from "../doctor/doctor.ts";
import { sentencesOf, titleOf } from "../doctor/finding-words.ts";
import { asJson, verb } from "./verb.ts";

const mark = { ok: "ok   ", note: "note ", fault: "FAULT" } as const;

export const doctorVerb = verb({
  words: "doctor",
  parameters: {},
  options: { json: asJson },
  summary: "Checks everything the portal needs; reports what is wrong and how to fix it",
  more: "Changes nothing. The exit code is 1 if there are faults; notes point out what works but may not be intended.",
  run: async ({ json }, { say, env }) => {
    const findings = await examine({ env });
    const faults = findings.filter(({ level }) => level === "fault").length;
    if (json)
      say(
        JSON.stringify(
          findings.map((one) => ({ ...one, ...sentencesOf(one) })),
          undefined,
          2,
        ),
      );
    else {
      for (const one of findings) {
        const { found, remedy } = sentencesOf(one);
        say(`${mark[one.level]}  ${titleOf(one.about)}: ${found}${remedy === undefined ? "" : `\n       ${remedy}`}`);
      }
      say(faults === 0 ? "No faults." : `${faults} ${faults === 1 ? "fault" : "faults"}.`);
    }
    return faults === 0 ? 0 : 1;
  },
});
