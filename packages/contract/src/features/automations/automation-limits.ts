/** What a container may have of automations. No schema library here: screens import it whole. */
export const automationLimits = {
  automations: 20,
  /** Of all automations of a container, as JSON. */
  bytes: 64 * 1024,
  longestName: 64,
  triggers: 8,
  /** Of one automation, groups not counted. */
  conditions: 16,
  depth: 4,
  actions: 10,
  longestForS: 86_400,
  longestWaitS: 3_600,
  longestSetS: 86_400,
  /** Runs of one automation that are kept and shown. */
  runs: 50,
} as const;
