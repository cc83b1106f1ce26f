/** The colour of a design token, as `getComputedStyle` writes it in the present look. */
export function tokenColor(name: `--${string}`): string {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
