import { longestPassword, shortestPassword } from "@offgrid/contract/core/constants";
import * as z from "zod/mini";

// Compiled checks would need `new Function`, which the page's policy forbids.
z.config({ jitless: true });

/** What is wrong with a field: the text `ui:form.fault.<fault>`. Each check below answers with one of them. */
export const fieldFaults = [
  "fill_fields",
  "fill_email",
  "bad_email",
  "fill_phone",
  "bad_phone",
  "short_password",
] as const;
export type FieldFault = (typeof fieldFaults)[number];

const fault = (error: FieldFault) => ({ error });
const phoneShape = /^$|^\+?[0-9 ()./-]{3,32}$/;

export const nameField = z.string().check(z.trim(), z.minLength(1, fault("fill_fields")), z.maxLength(64));
export const chosenField = z.string().check(z.minLength(1, fault("fill_fields")));
export const languageField = z.enum(["en", "fr"]);
export const emailField = z
  .string()
  .check(z.trim(), z.minLength(1, { ...fault("fill_email"), abort: true }), z.email(fault("bad_email")));
export const phoneField = z.string().check(z.trim(), z.maxLength(32), z.regex(phoneShape, fault("bad_phone")));
export const neededPhoneField = z
  .string()
  .check(z.trim(), z.minLength(1, { ...fault("fill_phone"), abort: true }), z.regex(phoneShape, fault("bad_phone")));
/** A password that there is already, whatever it is like. */
export const givenPasswordField = z.string().check(z.minLength(1, fault("fill_fields")), z.maxLength(longestPassword));
/** A password that is being chosen. */
export const newPasswordField = z
  .string()
  .check(
    z.minLength(1, { ...fault("fill_fields"), abort: true }),
    z.minLength(shortestPassword, fault("short_password")),
    z.maxLength(longestPassword),
  );
