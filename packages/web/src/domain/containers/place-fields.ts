import * as z from "zod/mini";

import { type TypedPlace, wrongIn } from "./place-input.ts";

const isRight = (name: keyof TypedPlace) =>
  z.refine<TypedPlace>((typed) => !wrongIn(typed).includes(name), { path: [name] });

/** Fields of a form that has a position, and what is checked of both. */
export const placeFields = { latitude: z.string(), longitude: z.string() };
export const placeChecks = [isRight("latitude"), isRight("longitude")] as const;
