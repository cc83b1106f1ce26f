/** How far the map reaches, degrees: there are no containers beyond, and the ice would take a third of the picture. */
export const [southEnd, northEnd] = [-60, 84];
