import type { SimCardFault, SimCardField } from "@offgrid/contract/sim-cards/sim-card-rules";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { ApiErrorCode } from "../../../core/api/api-error.ts";
import { SimCardFields } from "../../../domain/sim-cards/sim-card-fields.tsx";
import { readSimCard } from "../../../domain/sim-cards/sim-card-input.ts";
import { useAct } from "../../../ui/use-act.ts";
import { StepFrame, type StepProps } from "./step-frame.tsx";

/** The SIM card behind its link; all of it can be left empty. */
export function NetworkStep({ draft, refused, onNext, onBack }: StepProps & { refused: ApiErrorCode | undefined }) {
  const { t } = useTranslation(["new-container", "shared"]);
  const [sim, setSim] = useState(draft.sim);
  const [faults, setFaults] = useState<Partial<Record<SimCardField, SimCardFault>>>({});
  const [isRefused, setRefused] = useState(refused === "sim_card_used");
  const next = useAct(onNext);
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const read = readSimCard(sim);
    setFaults("faults" in read ? read.faults : {});
    if ("card" in read) void next.run({ sim });
  };
  return (
    <StepFrame
      step="network"
      form={{ isDirty: sim !== draft.sim, isSending: next.isRunning, error: next.error, onSubmit: submit }}
      onBack={() => onBack({ sim }, "place")}
    >
      <p className="og-note">{t("network.why")}</p>
      {isRefused && (
        <p className="og-flush og-amber" role="alert">
          {t("shared:refusal.sim_card_used")}
        </p>
      )}
      <SimCardFields
        texts={sim}
        faults={faults}
        onType={(field, text) => {
          setSim({ ...sim, [field]: text });
          setFaults({ ...faults, [field]: undefined });
          if (field === "iccid") setRefused(false);
        }}
      />
    </StepFrame>
  );
}
