import { useState } from "react";

import type { Story } from "../testing/story.tsx";
import { DateField } from "./date-field.tsx";

function Plain() {
  const [date, setDate] = useState("2026-11-20");
  return (
    <>
      <DateField label="From" value={date} min="2026-01-01" max="2026-12-31" onChange={setDate} />
      <output>{date}</output>
    </>
  );
}

function Empty() {
  const [date, setDate] = useState("");
  return <DateField label="To" value={date} isOptional onChange={setDate} />;
}

export const stories: readonly Story[] = [
  { name: "date-field", awaited: "input", states: { chosen: Plain, empty: Empty } },
];
