/** What was looked at, and what of it has to be put right. */
export interface Finding {
  /** What was looked at. */
  about:
    | "settings"
    | "variables"
    | "Node"
    | "data folder"
    | "disk"
    | "database"
    | "clock"
    | "portal.key"
    | "backups"
    | "MQTT certificate"
    | "web certificate"
    | "proxy"
    | "mail"
    | "ports";
  /** "note": it works, and may still not be what is meant. */
  level: "ok" | "note" | "fault";
  /** A sentence without a remedy. */
  found: string;
  /** What to do about it. */
  remedy?: string;
}

export type About = Finding["about"];

export const ok = (about: About, found: string): Finding => ({ about, level: "ok", found });
export const note = (about: About, found: string, remedy: string): Finding => ({ about, level: "note", found, remedy });
export const fault = (about: About, found: string, remedy: string): Finding => ({
  about,
  level: "fault",
  found,
  remedy,
});

/** The sentence of an error that has its remedy behind a semicolon, as those of a start have. */
export function faultOf(about: About, error: Error): Finding {
  const [found = "", ...remedy] = error.message.split("; ");
  const sentence = remedy.join("; ");
  return sentence === ""
    ? fault(about, error.message, "Put that right, then start the portal again.")
    : fault(about, `${found}.`, sentence.charAt(0).toUpperCase() + sentence.slice(1));
}
