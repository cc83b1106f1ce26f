/** Room for a finger where the pointer is coarse: for what the library draws smaller than that. */
export const touchable = { minWidth: "var(--touch-size)", minHeight: "var(--touch-size)" } as const;
