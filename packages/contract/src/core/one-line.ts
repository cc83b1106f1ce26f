/**
 * Of names and other texts of one line: no control characters and no line ends, so that a name can start neither a line
 * of a mail or file nor a value that another program would run, and none that reverse the order of what follows. A text
 * that is not empty has something to be seen: spaces of whatever kind alone would leave a gap where a name belongs.
 */
export const oneLine =
  /^(?:|(?=.*[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800])[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*)$/u;
