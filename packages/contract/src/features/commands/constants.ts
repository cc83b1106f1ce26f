/** Most containers of one group command: more would be asked about one by one for too long. */
export const mostInGroup = 200;
