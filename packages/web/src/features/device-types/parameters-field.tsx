import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  mostParameters,
  nameWithNumber,
  parameterAccesses,
  parameterKinds,
  registerAreas,
  registerFormats,
} from "@offgrid/contract/device-types/parameters";
import { findMetric, units } from "@offgrid/contract/telemetry/metrics";
import { IconX } from "@tabler/icons-react";
import { createContext, useContext, useId } from "react";
import { useTranslation } from "react-i18next";

import { baseUnit } from "../../core/format.ts";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { knownNames, named, nextParameter, type ParameterTexts, placedIn, type TypeFaults } from "./type-input.ts";

export interface ParametersFieldProps {
  parameters: readonly ParameterTexts[];
  wrong: TypeFaults;
  onChange: (parameters: readonly ParameterTexts[]) => void;
}

/** What a device measures, a line of fields for each parameter. */
export function ParametersField({ parameters, wrong, onChange }: ParametersFieldProps) {
  const { t } = useTranslation("device-types");
  const names = useId();
  const isWide = useMediaQuery("(min-width: 1280px)");
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-strong">{t("parameters.title")}</legend>
      <p className="og-note">{t("parameters.help")}</p>
      <datalist id={names}>
        {knownNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <ol className="og-plain-list og-close-stack og-lined">
        {parameters.map((parameter, place) => (
          <li key={place}>
            <LabelsContext value={isWide === true && isLike(parameter, parameters[place - 1]) ? "above" : "own"}>
              <Parameter
                place={place}
                parameter={parameter}
                names={names}
                wrong={wrong}
                onChange={(changed) => onChange(parameters.map((one, index) => (index === place ? changed : one)))}
                onRemove={() => onChange(parameters.filter((_, index) => index !== place))}
              />
            </LabelsContext>
          </li>
        ))}
      </ol>
      {parameters.length < mostParameters && (
        <div className="og-line">
          <Button variant="default" onClick={() => onChange([...parameters, nextParameter(parameters.at(-1))])}>
            {t("parameters.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Where the labels of a line are seen: over its own fields, or over those of a line above that has the same. */
const LabelsContext = createContext<"own" | "above">("own");

/** For a field whose label is seen on a line above: readers of screens have it all the same. */
function useLabelLook() {
  return useContext(LabelsContext) === "above" ? { labelProps: { className: "visually-hidden" } } : {};
}

/** Does a line have the fields of the one before, in the same places? A metric that nobody knows has one more, and then two lines. */
function isLike(parameter: ParameterTexts, before: ParameterTexts | undefined): boolean {
  const isPlain = (one: ParameterTexts) => isKnown(one) && one.area !== "none";
  return before !== undefined && isPlain(parameter) && isPlain(before);
}

const knownMetric = ({ name }: ParameterTexts) => findMetric(nameWithNumber(name.trim(), 1));
const isKnown = (parameter: ParameterTexts) => knownMetric(parameter) !== undefined;

/** Of the sign of a choice, in a column that has little room for its words. */
const signWidthPx = 24;

interface ParameterProps {
  place: number;
  parameter: ParameterTexts;
  /** Id of the list of names to choose from. */
  names: string;
  wrong: TypeFaults;
  onChange: (parameter: ParameterTexts) => void;
  onRemove: () => void;
}

function Parameter({ place, parameter, names, wrong, onChange, onRemove }: ParameterProps) {
  const { t } = useTranslation("device-types");
  const locale = useLocale();
  const faultOf = (field: string) => {
    const fault = wrong[`parameters.${place}.${field}`];
    return fault && t(`wrong.${fault}`);
  };
  const known = knownMetric(parameter);
  const look = useLabelLook();
  const change = <Field extends keyof ParameterTexts>(field: Field, value: string) =>
    onChange({ ...parameter, [field]: value as ParameterTexts[Field] });
  const label = (field: "name" | "scale" | "unit") => ({
    label: t(`parameters.${field}`),
    value: parameter[field],
    ...look,
  });
  return (
    <div role="group" aria-label={t("parameters.one", { number: place + 1 })}>
      <div className="og-grid og-mid og-top" style={columns(82)}>
        <TextInput
          style={{ gridColumn: "span 2" }}
          {...label("name")}
          list={names}
          autoComplete="off"
          maxLength={64}
          title={known?.[locale]}
          error={faultOf("name")}
          onChange={(event) => onChange(named(parameter, event.currentTarget.value))}
        />
        <NativeSelect
          {...label("unit")}
          rightSectionWidth={signWidthPx}
          data={(known ? [known.unit] : units).map((unit) => ({ value: unit, label: baseUnit(unit) || unit }))}
          error={faultOf("unit")}
          onChange={(event) => change("unit", event.currentTarget.value)}
        />
        <TextInput
          {...label("scale")}
          inputMode="decimal"
          maxLength={16}
          error={faultOf("scale")}
          onChange={(event) => change("scale", event.currentTarget.value)}
        />
        <Register parameter={parameter} faultOf={faultOf} onChange={onChange} />
        <Access parameter={parameter} faultOf={faultOf} onChange={onChange} />
        {!known && <Kind parameter={parameter} faultOf={faultOf} onChange={onChange} />}
        <RemoveButton place={place} onRemove={onRemove} />
      </div>
    </div>
  );
}

function RemoveButton({ place, onRemove }: Pick<ParameterProps, "place" | "onRemove">) {
  const { t } = useTranslation("device-types");
  const hasLabelsAbove = useContext(LabelsContext) === "above";
  return (
    <div>
      <ActionIcon
        variant="subtle"
        size={36}
        title={t("parameters.remove")}
        aria-label={t("parameters.removeNamed", { number: place + 1 })}
        mt={{ base: 0, xs: hasLabelsAbove ? 0 : 20 }}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface PartProps extends Pick<ParameterProps, "parameter" | "onChange"> {
  faultOf: (field: string) => string | undefined;
}

/** Where the value is; without a register, its driver reads it otherwise. */
function Register({ parameter, faultOf, onChange }: PartProps) {
  const { t } = useTranslation("device-types");
  const look = useLabelLook();
  return (
    <>
      <NativeSelect
        label={t("parameters.area")}
        rightSectionWidth={signWidthPx}
        {...look}
        value={parameter.area}
        data={["none" as const, ...registerAreas].map((area) => ({
          value: area,
          label: t(`parameters.areas.${area}`),
        }))}
        onChange={(event) => onChange(placedIn(parameter, event.currentTarget.value as ParameterTexts["area"]))}
      />
      {parameter.area !== "none" && (
        <>
          <TextInput
            label={t("parameters.address")}
            {...look}
            value={parameter.address}
            maxLength={6}
            error={faultOf("register.address")}
            onChange={(event) => onChange({ ...parameter, address: event.currentTarget.value })}
          />
          <NativeSelect
            style={{ gridColumn: "span 2" }}
            label={t("parameters.format")}
            {...look}
            value={parameter.format}
            data={registerFormats.map((format) => ({ value: format, label: t(`parameters.formats.${format}`) }))}
            error={faultOf("register.format")}
            onChange={(event) =>
              onChange({ ...parameter, format: event.currentTarget.value as ParameterTexts["format"] })
            }
          />
        </>
      )}
    </>
  );
}

/** Of a metric that the catalogue does not know. */
function Kind({ parameter, faultOf, onChange }: PartProps) {
  const { t } = useTranslation("device-types");
  return (
    <NativeSelect
      label={t("parameters.kind")}
      value={parameter.kind}
      data={parameterKinds.map((kind) => ({ value: kind, label: t(`parameters.kinds.${kind}`) }))}
      error={faultOf("kind")}
      onChange={(event) => onChange({ ...parameter, kind: event.currentTarget.value as ParameterTexts["kind"] })}
    />
  );
}

function Access({ parameter, faultOf, onChange }: PartProps) {
  const { t } = useTranslation("device-types");
  const look = useLabelLook();
  return (
    <NativeSelect
      label={t("parameters.access")}
      rightSectionWidth={signWidthPx}
      {...look}
      value={parameter.access}
      data={parameterAccesses.map((access) => ({ value: access, label: t(`parameters.accesses.${access}`) }))}
      error={faultOf("access")}
      onChange={(event) => onChange({ ...parameter, access: event.currentTarget.value as ParameterTexts["access"] })}
    />
  );
}
