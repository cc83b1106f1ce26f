/** What the values of an audit line can be: types alone, since every feature says it of its own. */

/** Where the words of a name are: the catalogue of a feature and the group in it, such as `tickets:statuses`. */
export type Words = `${string}:${string}`;

export type AuditKind =
  /** As people wrote it, or a figure that is a name, such as a version. */
  | "text"
  /** What has a name of its own: a person, a container, a role. */
  | "id"
  /** Says nothing to people. */
  | "hidden"
  | "number"
  | "W"
  | "Wh"
  | "V"
  | "percent"
  | "degC"
  | "degree"
  | "megabyte"
  | "s"
  | "minute"
  | "hour"
  | "day"
  /** Minutes since midnight. */
  | "clock"
  /** 1 to 7, from Monday on. */
  | "weekday"
  | "instant"
  /** Epoch milliseconds. */
  | "instantMs"
  /** Of the calendar, such as 2027-03-31. */
  | "date"
  | "yesNo"
  | "switched"
  | "output"
  /** A device as people named it, or by its id, which often is its kind. */
  | "device"
  | "metric"
  /** An id of the menu. */
  | "menu"
  /** Anything with keys of its own, or a list of such. */
  | "parts"
  /** A setting of a controller by its path, such as `keepAlive.frameSeconds`. */
  | "path"
  /** A name, a colon and a name of `device-types:import.change`. */
  | "changedType"
  /** So many hours or days: an amount and its unit. */
  | "amount"
  /** Containers of a series: some by their ids, those of a cluster, or what the viewer chooses. */
  | "place"
  /** What a warning rule says, read as its sentence. */
  | "warningRule"
  | Words;

export type AuditKinds = Readonly<Record<string, AuditKind>>;

/** What some actions write. */
export interface AuditGroup {
  actions: readonly string[];
  kinds: AuditKinds;
  /** Where the names of some keys are, other than `audit:key`. */
  names?: Readonly<Record<string, Words>>;
}
