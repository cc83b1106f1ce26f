import { TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { missing } from "../../../core/format.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { type Inventory, saveInventory, useInventory, useMayChange } from "./details.data.ts";
import { type LineField, LinesField } from "./lines-field.tsx";

const assetFields: readonly LineField<"kind" | "serial" | "id">[] = [
  { name: "kind", longest: 64, isNeeded: true },
  { name: "serial", longest: 128 },
  { name: "id", longest: 64 },
];
const most = 200;

/** The numbers under which the owner's books have a container and what is in it. */
export function InventorySection({ containerId }: { containerId: string }) {
  const { t } = useTranslation("container-details");
  const inventory = useInventory(containerId);
  const mayChange = useMayChange().inventory;
  return (
    <Section title={t("inventory.title")}>
      <p className="og-note">{t("inventory.why")}</p>
      <Async of={quiet(inventory)} height={160}>
        {(known) =>
          mayChange ? (
            <InventoryForm inventory={known} onSave={(next) => saveInventory(containerId, next)} />
          ) : (
            <p className="og-flush og-anywhere">{known.inventoryId || missing}</p>
          )
        }
      </Async>
    </Section>
  );
}

interface InventoryFormProps {
  inventory: Inventory;
  onSave: (inventory: Inventory) => Promise<void>;
}

export function InventoryForm({ inventory, onSave }: InventoryFormProps) {
  const { t } = useTranslation(["container-details", "shared"]);
  const [typed, setTyped] = useState<Inventory>();
  const save = useAct(onSave);
  const { inventoryId, assets } = typed ?? inventory;
  const isUsed = save.error instanceof ApiError && save.error.code === "inventory_used";
  const change = (next: Partial<Inventory>) => {
    save.forget();
    setTyped({ inventoryId, assets, ...next });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const kept = assets.filter(({ kind }) => kind.trim() !== "");
    if (await save.run({ inventoryId, assets: kept })) setTyped(undefined);
  };
  const isDirty = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(inventory);
  return (
    <form noValidate className="og-stack" onSubmit={(event) => void submit(event)}>
      <TextInput
        className="og-field-width"
        label={t("inventory.id")}
        autoComplete="off"
        maxLength={64}
        value={inventoryId}
        error={isUsed && t("shared:refusal.inventory_used")}
        onChange={(event) => change({ inventoryId: event.currentTarget.value })}
      />
      <LinesField
        title={t("inventory.assets")}
        empty={t("inventory.none")}
        add={t("inventory.add")}
        remove={(line) => t("removeOne", { name: line.kind || t("inventory.new") })}
        word={(field) => t(`inventory.field.${field}`)}
        fields={assetFields}
        most={most}
        lines={assets}
        onChange={(lines) => change({ assets: lines })}
      />
      <FormFoot
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone, error: isUsed ? undefined : save.error }}
        send={t("save")}
        done={t("saved")}
      />
    </form>
  );
}
