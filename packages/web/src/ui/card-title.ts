import { createContext } from "react";

/** The title of the card around this part, by which it says what of it could not be loaded. */
export const CardTitle = createContext<string | undefined>(undefined);
