import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { ApiError, type ApiErrorCode } from "../core/api/api-error.ts";
import { carriedTo, carryFrom } from "../core/i18n/carried.ts";
import { type FieldFault, fieldFaults } from "./form-fields.ts";

type FormSchema<Values extends FieldValues> = Parameters<typeof standardSchemaResolver<Values, unknown, Values>>[0];

export interface CallFormOptions<Values extends FieldValues> {
  /** Made of the fields of form-fields.ts. */
  schema: FormSchema<Values>;
  /** The initial values. When they change, the new values are taken over, except in fields that are being edited. */
  values: Values;
  /** The field that a refusal is about; `bad_input` names its fields itself. */
  fieldOf?: Partial<Record<ApiErrorCode, Path<Values>>>;
  /**
   * Makes the call; the form shows what it throws. @param changed Only the values that differ from the initial ones.
   */
  send: (values: Values, changed: Partial<Values>) => Promise<unknown>;
  /** The values of the form after it was sent; absent: those that were sent. */
  afterwards?: "empty";
}

/**
 * A form that makes one call: checks its fields, says why the call was refused (beside the field that the refusal names,
 * else below the form), and knows whether it has unsent changes. After a declined confirmation the form is as it was.
 */
export function useCallForm<Values extends FieldValues>(options: CallFormOptions<Values>) {
  const { t } = useTranslation(["ui", "shared"]);
  const [outcome, setOutcome] = useState<"none" | "done" | Error>("none");
  const form = useForm<Values, unknown, Values>({
    resolver: standardSchemaResolver<Values, unknown, Values>(options.schema),
    defaultValues: options.values as DefaultValues<Values>,
  });
  const { errors, dirtyFields, isDirty, isSubmitting } = form.formState;
  const { reset } = form;
  const began = JSON.stringify(options.values);
  useEffect(() => reset(JSON.parse(began) as Values, { keepDirtyValues: true }), [reset, began]);
  const isCarried = useCarriedValues(form, began);

  const submit = form.handleSubmit(async (values) => {
    setOutcome("none");
    const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof typeof dirtyFields]);
    try {
      await options.send(values, Object.fromEntries(changed) as Partial<Values>);
    } catch (error) {
      const field = fieldRefused(error, values, options.fieldOf);
      if (field) form.setError(field, { type: "refusal", message: (error as ApiError).code }, { shouldFocus: true });
      else setOutcome(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    setOutcome("done");
    reset(options.afterwards === "empty" ? options.values : values);
  });

  /** The error message of a field. */
  const fieldError = (name: Path<Values>): ReactNode => {
    const error = errors[name];
    const message = error?.message;
    if (typeof message !== "string") return undefined;
    if (error?.type === "refusal") return t(`shared:refusal.${message as ApiErrorCode}`);
    const fault = fieldFaults.find((known): known is FieldFault => known === message) ?? "fill_fields";
    const isAlone = Object.values(errors).filter((one) => one?.message === "fill_fields").length <= 1;
    return t(fault === "fill_fields" && isAlone ? "form.fault.fill_field" : `form.fault.${fault}`);
  };

  return {
    control: form.control,
    dirtyFields,
    isDirty,
    isSending: isSubmitting,
    isCarried,
    /** Why it was refused, where no field shows that. */
    error: outcome instanceof Error ? outcome : undefined,
    /** It was sent, and nothing was typed since. */
    isDone: outcome === "done" && !isDirty,
    /** As if it had never been sent. */
    forget: () => setOutcome("none"),
    focus: form.setFocus,
    getValues: form.getValues,
    setValue: form.setValue,
    /** A field by its name, with what is wrong with it: `<TextInput {...field("email")} />`. */
    field: (name: Path<Values>) => ({ ...form.register(name), error: fieldError(name) }),
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      void submit();
    },
  };
}

/** Fields that are not even kept while the page is loaded in another language. */
const isSecret = (name: string) => /password|secret|token|code/i.test(name);

/** Gives what was typed to the same form in another language. @returns Whether nothing of it is lost then. */
function useCarriedValues<Values extends FieldValues>(
  { setValue, getValues, formState: { dirtyFields } }: UseFormReturn<Values, unknown, Values>,
  began: string,
): boolean {
  const names = Object.keys(dirtyFields);
  const typed = useRef(names);
  useEffect(() => {
    typed.current = names;
  });
  useEffect(() => {
    const carried = Object.entries((carriedTo(began) ?? {}) as Partial<Values>);
    for (const [name, value] of carried) setValue(name as Path<Values>, value as never, { shouldDirty: true });
    return carryFrom(began, () => {
      const plain = typed.current.filter((name) => !isSecret(name));
      return plain.length === 0
        ? undefined
        : Object.fromEntries(plain.map((name) => [name, getValues(name as Path<Values>)]));
    });
  }, [began, setValue, getValues]);
  return !names.some(isSecret);
}

function fieldRefused<Values extends FieldValues>(
  error: unknown,
  values: Values,
  fieldOf: CallFormOptions<Values>["fieldOf"] = {},
): Path<Values> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code !== "bad_input") return fieldOf[error.code];
  return Object.keys(values).find((name) => error.fields?.[name] !== undefined) as Path<Values> | undefined;
}
