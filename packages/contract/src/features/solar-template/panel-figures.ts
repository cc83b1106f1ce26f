/** What a template sets of a container's panels. Apart from the schema, so that screens need not load it. */
export const panelFigures = ["capacity", "tilt", "azimuth", "loss", "limitW", "provider"] as const;
export type PanelFigure = (typeof panelFigures)[number];

/** Of an array. */
export const mostStrings = 50;
