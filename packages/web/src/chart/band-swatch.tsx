/** The band of a warning in small, a little stronger; in an element that has its level. */
export function BandSwatch() {
  return <span style={look} aria-hidden />;
}

const look = {
  flex: "none",
  width: 12,
  height: 12,
  border: "solid var(--mark)",
  borderWidth: "0 0 3px 1px",
  background: "color-mix(in srgb, var(--mark) 20%, transparent)",
} as const;
