import { Button } from "@mantine/core";
import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmergencyDialog, type EmergencyDialogProps } from "./emergency-dialog.tsx";
import { touchable } from "../../ui/touchable.ts";

interface OutputEmergencyProps extends Omit<EmergencyDialogProps, "onClose"> {
  output: ContainerOutput;
  isOn: boolean | undefined;
}

/** The way to let an output run that load protection keeps off; nothing where it does not. */
export function OutputEmergency({ output: { why, lock }, isOn, ...asked }: OutputEmergencyProps) {
  const { t } = useTranslation("command-words");
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <EmergencyDialog {...asked} onClose={() => setAsking(false)} />;
  if (isOn !== false || why?.reason !== "protection" || why.value !== false || lock.state !== "free") return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      className="og-at-top"
      style={touchable}
      aria-label={t("emergency.openNamed", { output: asked.name })}
      onClick={() => setAsking(true)}
    >
      {t("emergency.open")}
    </Button>
  );
}
