/** So many actions may be looked for at once. No schema library here: screens import it whole. */
export const mostAuditActions = 12;
