/** What the list can be narrowed to: a state of communication, or open warnings. */
export const siteStates = ["online", "just_offline", "offline", "warning"] as const;
export type SiteState = (typeof siteStates)[number];

/** What the list can be ordered by. */
export const siteSorts = ["state", "name", "soc", "solar", "load", "energy", "seen", "version"] as const;
export type SiteSort = (typeof siteSorts)[number];
