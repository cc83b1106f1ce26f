import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { placeOf, type TypedPlace, wrongIn } from "../../domain/containers/place-input.ts";
import { Async } from "../../ui/async.tsx";
import { type PlacedContainer, useYield, type YieldArray, type YieldQuestion } from "./solar-template.data.ts";
import { YieldTable } from "./yield-table.tsx";

export interface YieldPartProps {
  array: YieldArray;
  /** Undefined: not known yet. */
  containers: readonly PlacedContainer[] | undefined;
  /** Of the template, which are asked about first. */
  own?: readonly string[];
}

const elsewhere = "elsewhere";
const selectWidthPx = 320;

/** What an array gives in each month, at a container's place or at any other. */
export function YieldPart({ array, containers = [], own = [] }: YieldPartProps) {
  const { t } = useTranslation("solar-template");
  const placed = containers.filter(({ isPlaced }) => isPlaced);
  const first = placed.find(({ id }) => own.includes(id)) ?? placed[0];
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState<TypedPlace>({ latitude: "", longitude: "" });
  const where = chosen ?? first?.id ?? elsewhere;
  const place = where === elsewhere ? placeOf(typed) : { containerId: where };
  const wrong = wrongIn(typed);
  const field = (name: keyof TypedPlace) => ({
    label: t(`yield.${name}`),
    inputMode: "decimal" as const,
    autoComplete: "off",
    value: typed[name],
    error: typed[name] !== "" && wrong.includes(name) && t("wrong.range"),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: value }),
  });
  return (
    <div className="og-stack">
      <div className="og-wrap og-mid og-top">
        <Select
          style={{ flex: `0 1 ${selectWidthPx}px` }}
          label={t("yield.place")}
          data={[
            ...placed.map(({ id, name }) => ({ value: id, label: name })),
            { value: elsewhere, label: t("yield.elsewhere") },
          ]}
          value={where}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={t("yield.noneFound")}
          onChange={(id) => setChosen(id ?? undefined)}
        />
        {where === elsewhere && (
          <>
            <TextInput {...field("latitude")} />
            <TextInput {...field("longitude")} />
          </>
        )}
      </div>
      {place ? <Yield question={{ ...array, place }} /> : <p className="og-note og-flush">{t("yield.noPlace")}</p>}
    </div>
  );
}

function Yield({ question }: { question: YieldQuestion }) {
  const { t } = useTranslation("solar-template");
  const found = useYield(question);
  return (
    <Async
      of={found}
      height={480}
      isEmpty={(data) => data === null}
      empty={<p className="og-note og-flush">{t("yield.noPosition")}</p>}
    >
      {(data) => data && <YieldTable found={data} capacityW={question.capacity} />}
    </Async>
  );
}
