/** What a warning looks at that says that the loads have no power. Alone here, since screens of one container need it too. */
export const cutAttribute = "loads_cut";
