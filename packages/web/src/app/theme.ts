import { type CSSVariablesResolver, type MantineColorsTuple, createTheme } from "@mantine/core";

import { chooseByEnter } from "../ui/choose-by-enter.ts";

const brand: MantineColorsTuple = [
  "#ecf8f1",
  "#d8eee1",
  "#afdcc1",
  "#83c99f",
  "#5fb982",
  "#48af70",
  "#3aa966",
  "#1f7a46",
  "#17653a",
  "#0d512d",
];

/** Mantine draws dark overlays and lines from these: our own greens instead of its neutral greys. */
const dark: MantineColorsTuple = [
  "#e6ede9",
  "#c3d0c9",
  "#9fb0a7",
  "#66756d",
  "#2f3b35",
  "#2a342f",
  "#232d28",
  "#1b231f",
  "#141a17",
  "#0e1311",
];

export const theme = createTheme({
  primaryColor: "brand",
  // The default shades fail AA under white text; shade 7 has 5.3:1 in both schemes.
  primaryShade: 7,
  colors: { brand, dark },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1rem", sm: "1.25rem", md: "1.25rem", lg: "1.5rem", xl: "1.75rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "2rem" },
      h2: { fontSize: "1rem", lineHeight: "1.5rem" },
      h3: { fontSize: "0.875rem", lineHeight: "1.25rem" },
    },
  },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px", xl: "16px" },
  defaultRadius: "md",
  // The mobile rule ends at 959 px: "md" is the first width of the full layout.
  breakpoints: { xs: "30em", sm: "37.5em", md: "60em", lg: "80em", xl: "100em" },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Card: { defaultProps: { radius: "lg", withBorder: true } },
    Paper: { defaultProps: { radius: "lg" } },
    // Titles are sentences, of several lines on narrow screens.
    Modal: { defaultProps: { centered: true, radius: "lg" }, styles: { title: { lineHeight: 1.35 } } },
    Select: { defaultProps: { wrapperProps: chooseByEnter } },
    Notification: { defaultProps: { withBorder: true } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
    Anchor: { defaultProps: { underline: "hover" } },
    // Its motion moves it to the middle: without any, it would stay in a corner.
    Button: { styles: { loader: { transform: "translate(-50%, -50%)" } } },
  },
});

/** Mantine's own colours taken from our tokens, since several of its defaults fail AA (dimmed text, errors, placeholders). */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = {
    "--mantine-color-body": "var(--og-canvas)",
    "--mantine-color-text": "var(--og-text)",
    "--mantine-color-bright": "var(--og-text)",
    "--mantine-color-error": "var(--og-danger)",
    "--mantine-color-success": "var(--og-accent)",
    "--mantine-color-placeholder": "var(--og-muted)",
    "--mantine-color-dimmed": "var(--og-muted)",
    "--mantine-color-anchor": "var(--og-link)",
    "--mantine-color-default": "var(--og-surface)",
    "--mantine-color-default-hover": "var(--og-surface-2)",
    "--mantine-color-default-color": "var(--og-text)",
    "--mantine-color-default-border": "var(--og-border)",
    "--mantine-color-disabled": "var(--og-surface-2)",
    "--mantine-color-disabled-color": "var(--og-muted)",
    "--mantine-color-disabled-border": "var(--og-border)",
    "--mantine-color-brand-filled": "var(--og-primary)",
    "--mantine-color-brand-filled-hover": "var(--og-primary-hover)",
    "--mantine-color-brand-light": "var(--og-primary-soft)",
    "--mantine-color-brand-light-hover": "var(--og-primary-soft)",
    "--mantine-color-brand-light-color": "var(--og-text)",
    "--mantine-color-brand-text": "var(--og-link)",
    "--mantine-color-brand-outline": "var(--og-link)",
    "--mantine-color-red-filled": "var(--og-danger-fill)",
    "--mantine-color-red-text": "var(--og-danger)",
    "--mantine-color-red-light-color": "var(--og-danger)",
    // The library's own is too strong for the words on it.
    "--mantine-color-red-light-hover": "var(--mantine-color-red-light)",
    "--mantine-color-red-outline": "var(--og-danger)",
  };
  return { variables: {}, light: both, dark: both };
};
