import { SendingSection, type SendingSectionProps } from "./sending-section.tsx";
import type { SendingState } from "./settings.data.ts";

interface SendingFormsProps extends Omit<SendingSectionProps, "state"> {
  services: readonly SendingState[];
}

/** All that the portal sends with. */
export function SendingForms({ services, ...props }: SendingFormsProps) {
  return (
    <div className="og-stack og-words">
      {services.map((state) => (
        <SendingSection key={state.service} state={state} {...props} />
      ))}
    </div>
  );
}
