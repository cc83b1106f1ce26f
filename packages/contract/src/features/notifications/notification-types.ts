/** As what people are notified of something: what a container reports by itself, or what somebody should look after. */
export const notificationTypes = ["event", "warning"] as const;
export const eventLevels = ["info", "warning", "critical"] as const;
export type EventLevel = (typeof eventLevels)[number];

/** Most that is marked as read in one go by naming it. */
export const mostNamed = 200;
